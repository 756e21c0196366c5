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
    /// Nil if the type has no slug.
    package let slug: String?
    /// Former slugs of the entry that no other entry has now.
    package let formerSlugs: [String]
    /// The moments at which a response that shows this entry may change.
    private let moments: [Timestamp]
    private let kept: Locked<Kept>

    private enum Stored {
        /// As the database has it: most entries of a large set are not asked for until long after the start.
        case row(Row, @Sendable (Row) throws -> Body)
        case body(Body)
    }

    private struct Kept {
        var stored: Stored
        /// The words of its names, cached by the first search.
        var searchNames: [SearchQuery.Entry]?
    }

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
        self.taken = taken
        self.number = number
        slug = type.slug(of: body)
        self.formerSlugs = formerSlugs
        liveFrom = body.timestamp("live_from")
        liveUntil = body.timestamp("live_until")
        let starts = type.fields.filter { $0.kind == .timestamp }.map { body.timestamp($0.name) }
        moments = Self.moments(liveFrom, starts, liveUntil)
        kept = Locked(Kept(stored: .body(body)))
    }

    /// The entry of a row of the live table of its type, with what other tables say of it.
    ///
    /// `read` makes the body of the row, when it is first asked for. Throws if the row has another form.
    init(
        _ row: Row,
        of type: ContentType,
        formerSlugs: [String: [String]],
        read: @escaping @Sendable (Row) throws -> Body
    ) throws(StorageError) {
        id = try row.get("id")
        self.type = type.name
        position = try row.get("content_position")
        createdAt = try row.get("content_created_at")
        taken = try row.get("stock_taken", as: Int64?.self) ?? 0
        number = try row.get("content_number")
        slug = if let field = type.slugField { try row.get(field.name) } else { nil }
        self.formerSlugs = formerSlugs[id] ?? []
        liveFrom = try row.get("live_from")
        liveUntil = try row.get("live_until")
        var starts: [Timestamp?] = []
        for field in type.fields where field.kind == .timestamp { starts.append(try row.get(field.name)) }
        moments = Self.moments(liveFrom, starts, liveUntil)
        kept = Locked(Kept(stored: .row(row, read)))
    }

    private static func moments(
        _ liveFrom: Timestamp?,
        _ starts: [Timestamp?],
        _ liveUntil: Timestamp?
    ) -> [Timestamp] {
        // A window includes its last moment, so the entry disappears right after it.
        (starts + [liveFrom, liveUntil?.advanced(by: .microseconds(1))]).compactMap { $0 }
    }

    /// The published body, as an editor filled it in.
    package var fields: Body {
        kept.update { kept in
            switch kept.stored {
            case .body(let body): return body
            case .row(let row, let read):
                // Only a value that was written into the database by hand cannot be read.
                let body = (try? read(row)) ?? [:]
                kept.stored = .body(body)
                return body
            }
        }
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
        if let known = kept.value.searchNames { return known }
        let names = type.searchNames(in: fields)
        kept.update { $0.searchNames = names }
        return names
    }

    package func string(_ name: String) -> String? { fields.string(name) }
    package func integer(_ name: String) -> Int64? { fields.integer(name) }
    package func ids(_ name: String) -> [String] { fields.ids(name) }
    package func timestamp(_ name: String) -> Timestamp? { fields.timestamp(name) }
    package func json(_ name: String) -> JSON? { fields[name] }

    /// The value of a field of the kind `bool`; every entry of a type is asked for its flags, so no body is made.
    package func bool(_ name: String) -> Bool {
        kept.update { kept in
            switch kept.stored {
            case .body(let body): body[name]?.bool ?? false
            case .row(let row, _): (try? row.get(name, as: Bool?.self)) ?? false
            }
        }
    }
}
