import Foundation

/// Where a page of what a search found ended; opaque to who asks.
struct RankCursor: Sendable, Hashable {
    let score: Int
    let document: Int64

    init(score: Int, document: Int64) {
        (self.score, self.document) = (score, document)
    }

    init?(_ text: String) {
        guard text.utf8.count <= Limits.cursorLengthMax, let data = Data(base64Encoded: text),
            let json = try? JSON(parsing: data), case .array(let parts) = json, parts.count == 3,
            parts[0] == "rank", let score = parts[1].integer.flatMap({ Int(exactly: $0) }),
            let document = parts[2].integer
        else { return nil }
        self.init(score: score, document: document)
    }

    var text: String {
        let json: JSON = ["rank", .integer(Int64(score)), .integer(document)]
        return Data(json.bytes).base64EncodedString()
    }

    /// True for what stands on a later page.
    func isBefore(_ hit: RankedHit) -> Bool {
        (hit.score, hit.document) < (score, document)
    }
}

extension SearchHits {
    /// The contents in the order in which they are shown: the best first, of equals the newest.
    var ranked: [RankedHit] {
        map { ($0.key, $0.value.score) }.sorted { ($0.score, $0.document) > ($1.score, $1.document) }
    }
}
