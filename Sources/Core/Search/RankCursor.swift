import FoundationEssentials

/// The position at which a page of search results ended; opaque to clients.
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

    /// True if the hit is on a later page.
    func isBefore(_ hit: RankedHit) -> Bool {
        (hit.score, hit.document) < (score, document)
    }
}

extension SearchHits {
    /// The entries in display order: best first, then newest first.
    var ranked: [RankedHit] {
        map { ($0.key, $0.value.score) }.sorted { ($0.score, $0.document) > ($1.score, $1.document) }
    }
}
