import Storage

/// What apps see of one content: its published version.
package final class LiveContent: Sendable {
    package let id: String
    package let type: String
    package let position: Int64
    package let createdAt: Timestamp
    /// Of a type that is numbered.
    package let number: Int64?
    package let liveFrom: Timestamp?
    package let liveUntil: Timestamp?
    /// How many of it were gone when it was looked at; it is looked at again when the last one goes.
    package let taken: Int64
    /// What is published, as an editor filled it in.
    package let fields: Body
    /// Nil where the type has none.
    package let slug: String?
    /// Slugs that it was published under before, which nobody else has by now.
    package let formerSlugs: [String]
    /// The moments at which an answer that shows this content may change.
    private let moments: [Timestamp]
    /// The words of its names, once somebody has searched for any.
    private let knownSearchNames = Locked<[SearchQuery.Entry]?>(nil)

    package init(
        id: String,
        type: ContentType,
        position: Int64,
        createdAt: Timestamp,
        body: Body,
        taken: Int64 = 0,
        number: Int64? = nil,
        formerSlugs: [String] = []
    ) {
        self.id = id
        self.type = type.name
        self.position = position
        self.createdAt = createdAt
        fields = body
        self.taken = taken
        self.number = number
        slug = type.slug(of: body)
        self.formerSlugs = formerSlugs
        liveFrom = body.timestamp("live_from")
        liveUntil = body.timestamp("live_until")
        let starts = type.fields.filter { $0.kind == .timestamp }.map { body.timestamp($0.name) } + [liveFrom]
        // A window includes its last moment, so something goes right after it.
        moments = (starts + [liveUntil?.advanced(by: .microseconds(1))]).compactMap { $0 }
    }

    /// By place, and newest first at one place.
    package static func precedes(_ left: LiveContent, _ right: LiveContent) -> Bool {
        (left.position, right.createdAt, right.id) < (right.position, left.createdAt, left.id)
    }

    func nextMoment(after now: Timestamp) -> Timestamp? {
        moments.filter { now < $0 }.min()
    }

    /// The window of time is open at `now`, borders included.
    package func isOpen(at now: Timestamp) -> Bool {
        (liveFrom.map { $0 <= now } ?? true) && (liveUntil.map { now <= $0 } ?? true)
    }

    /// The text in the language asked for, else in the standard one; empty where there is none.
    package func text(_ name: String, _ language: Language) -> String {
        switch fields[name] {
        case .string(let text)?: text
        case .object(let texts)?:
            texts[language.rawValue]?.string ?? texts[Language.standard.rawValue]?.string ?? ""
        case .null?, .bool?, .integer?, .decimal?, .array?, nil: ""
        }
    }

    /// The words that it is found by in its names, in every language; `type` is its own.
    package func searchNames(of type: ContentType) -> [SearchQuery.Entry] {
        if let known = knownSearchNames.value { return known }
        let names = type.searchNames(in: fields)
        knownSearchNames.update { $0 = names }
        return names
    }

    package func string(_ name: String) -> String? { fields[name]?.string }
    package func integer(_ name: String) -> Int64? { fields[name]?.integer }
    package func bool(_ name: String) -> Bool { fields[name]?.bool ?? false }
    package func ids(_ name: String) -> [String] { fields[name]?.strings ?? [] }
    package func timestamp(_ name: String) -> Timestamp? { fields.timestamp(name) }
    package func json(_ name: String) -> JSON? { fields[name] }
}
