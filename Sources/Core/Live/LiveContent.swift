import Storage

/// The published version of one entry, as apps see it.
package final class LiveContent: Sendable {
    package let id: String
    package let type: String
    package let position: Int64
    package let createdAt: Timestamp
    /// The number of the entry, if its type is numbered.
    package let number: Int64?
    package let liveFrom: Timestamp?
    package let liveUntil: Timestamp?
    /// The number taken from stock when the row was read; it is read again when the last one is taken.
    package let taken: Int64
    /// The published body, as an editor filled it in.
    package let fields: Body
    /// Nil if the type has no slug.
    package let slug: String?
    /// Former slugs of the entry that no other entry has now.
    package let formerSlugs: [String]
    /// The moments at which a response that shows this entry may change.
    private let moments: [Timestamp]
    /// The words of its names, cached by the first search.
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
        // A window includes its last moment, so the entry disappears right after it.
        moments = (starts + [liveUntil?.advanced(by: .microseconds(1))]).compactMap { $0 }
    }

    /// Orders by position, newest first at the same position.
    package static func precedes(_ left: LiveContent, _ right: LiveContent) -> Bool {
        (left.position, right.createdAt, right.id) < (right.position, left.createdAt, left.id)
    }

    func nextMoment(after now: Timestamp) -> Timestamp? {
        moments.filter { now < $0 }.min()
    }

    /// True if the window is open at `now`, borders included.
    package func isOpen(at now: Timestamp) -> Bool {
        (liveFrom.map { $0 <= now } ?? true) && (liveUntil.map { now <= $0 } ?? true)
    }

    /// The text in the requested language, else in the standard one; empty if there is none.
    package func text(_ name: String, _ language: Language) -> String {
        switch fields[name] {
        case .string(let text)?: text
        case .object(let texts)?:
            texts[language.rawValue]?.string ?? texts[Language.standard.rawValue]?.string ?? ""
        case .null?, .bool?, .integer?, .decimal?, .array?, nil: ""
        }
    }

    /// The words of its names in every language, for the search; `type` is the entry's own type.
    package func searchNames(of type: ContentType) -> [SearchQuery.Entry] {
        if let known = knownSearchNames.value { return known }
        let names = type.searchNames(in: fields)
        knownSearchNames.update { $0 = names }
        return names
    }

    package func string(_ name: String) -> String? { fields.string(name) }
    package func integer(_ name: String) -> Int64? { fields.integer(name) }
    package func bool(_ name: String) -> Bool { fields[name]?.bool ?? false }
    package func ids(_ name: String) -> [String] { fields.ids(name) }
    package func timestamp(_ name: String) -> Timestamp? { fields.timestamp(name) }
    package func json(_ name: String) -> JSON? { fields[name] }
}
