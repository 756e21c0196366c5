import Storage

/// What apps see of one content: its published version.
package final class LiveContent: Sendable {
    package let id: String
    package let type: String
    package let position: Int64
    package let createdAt: Timestamp
    package let liveFrom: Timestamp?
    package let liveUntil: Timestamp?
    private let body: Body

    package init(
        id: String, type: String, position: Int64, createdAt: Timestamp, body: Body
    ) {
        self.id = id
        self.type = type
        self.position = position
        self.createdAt = createdAt
        self.body = body
        liveFrom = body.timestamp("live_from")
        liveUntil = body.timestamp("live_until")
    }

    /// The window of time is open at `now`, borders included.
    package func isOpen(at now: Timestamp) -> Bool {
        (liveFrom.map { $0 <= now } ?? true) && (liveUntil.map { now <= $0 } ?? true)
    }

    /// The text in the language asked for, else in the standard one; empty where there is none.
    package func text(_ name: String, _ language: Language) -> String {
        switch body[name] {
        case .string(let text)?: text
        case .object(let texts)?:
            texts[language.rawValue]?.string ?? texts[Language.standard.rawValue]?.string ?? ""
        case .null?, .bool?, .integer?, .decimal?, .array?, nil: ""
        }
    }

    package func string(_ name: String) -> String? { body[name]?.string }
    package func integer(_ name: String) -> Int64? { body[name]?.integer }
    package func bool(_ name: String) -> Bool { body[name]?.bool ?? false }
    package func ids(_ name: String) -> [String] { body[name]?.strings ?? [] }
    package func timestamp(_ name: String) -> Timestamp? { body.timestamp(name) }
    package func json(_ name: String) -> JSON? { body[name] }
}

/// Everything of one type that has been published, at one revision.
package struct LiveSet: Sendable {
    package let revision: Int64
    /// In the order of their places, and newest first at one place.
    package let contents: [LiveContent]
    private let byID: [String: LiveContent]
    /// Every moment at which a window opens or has just closed, in order.
    private let boundaries: [Timestamp]

    package static let empty = LiveSet(revision: 0, contents: [])

    init(revision: Int64, contents: [LiveContent]) {
        self.revision = revision
        self.contents = contents.sorted { left, right in
            (left.position, right.createdAt, right.id) < (right.position, left.createdAt, left.id)
        }
        byID = Dictionary(contents.map { ($0.id, $0) }) { first, _ in first }
        let moments = contents.flatMap { content in
            [content.liveFrom, content.timestamp("start_at"), content.liveUntil?.advanced(by: .microseconds(1))]
        }
        boundaries = Set(moments.compactMap { $0 }).sorted()
    }

    package subscript(id: String) -> LiveContent? { byID[id] }

    /// The first moment after `now` at which something appears or goes.
    func nextBoundary(after now: Timestamp) -> Timestamp? {
        var (low, high) = (0, boundaries.count)
        while low < high {
            let middle = (low + high) / 2
            if boundaries[middle] <= now { low = middle + 1 } else { high = middle }
        }
        return low < boundaries.count ? boundaries[low] : nil
    }
}
