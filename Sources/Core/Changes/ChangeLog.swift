import Storage

/// Changes made by colleagues, read from the history.
package struct ChangeLog: Sendable {
    /// The number of latest rows in which numbers that are not committed yet are looked for.
    private static let changeWindow = 5_000
    /// The same for a page, which is rendered far more often than a reader joins.
    private static let changePageWindow = 100

    private let database: any Database
    private let types: [ContentType]

    package init(database: any Database, types: [ContentType]) {
        self.database = database
        self.types = types
    }

    /// The newest changes, or those before a number; filtered by types, actions and one author if given.
    ///
    /// An author is the id of a member of staff, or a name as recorded in the history.
    package func list(
        types names: [String] = [],
        actions: [HistoryEntry.Action] = [],
        author: String? = nil,
        limit: Int,
        before: Int64? = nil
    ) async throws -> Page<Change> {
        let types = types
        for name in names { try Self.require(name, among: types) }
        let condition = condition(
            names.isEmpty ? types.map { $0.name } : Array(Set(names)).sorted(),
            isEveryType: names.isEmpty,
            Array(Set(actions)).sorted { $0.rawValue < $1.rawValue },
            author,
            limit: limit + 1,
            before: before ?? .max
        )
        return try await database.read { connection in
            let changes = try connection.rows(
                """
                SELECT \(Change.columns) FROM \(Change.tables)
                WHERE \(condition) ORDER BY h.id DESC LIMIT \(limit + 1)
                """
            ).map { try Change($0, among: types) }
            let page = Array(changes.prefix(limit))
            return Page(
                elements: page,
                next: changes.count > limit ? page.last.map { String($0.number) } : nil
            )
        }
    }

    /// Each combination is one lookup at the end of an index, however long the history is.
    private func condition(
        _ types: [String],
        isEveryType: Bool,
        _ actions: [HistoryEntry.Action],
        _ author: String?,
        limit: Int,
        before: Int64
    ) -> SQL {
        guard author != nil || !actions.isEmpty || !isEveryType else { return "h.id < \(before)" }
        let isAuthor: SQL =
            author.map { author in
                Identifier.normalized(author).map { "AND staff_id = \($0)" } ?? "AND author = \(author)"
            } ?? ""
        let doings: [SQL] = actions.isEmpty ? [""] : actions.map { "AND action = \($0.rawValue)" }
        let parts = types.flatMap { name in
            doings.map { isAction in
                """
                SELECT id FROM (
                    SELECT id FROM history WHERE type = \(name) \(isAction) \(isAuthor) AND id < \(before)
                    ORDER BY id DESC LIMIT \(limit)
                ) AS part
                """ as SQL
            }
        }
        return "h.id IN (\(parts.joined(separator: " UNION ALL ")))"
    }

    package func require(type: String) throws(Problem) {
        try Self.require(type, among: types)
    }

    private static func require(_ type: String, among types: [ContentType]) throws(Problem) {
        guard types.contains(where: { $0.name == type }) else {
            throw .invalid([Fault("#/type", "нет такого вида записей", "is not a type of content")])
        }
    }

    // MARK: Live changes

    /// The number from which a client that reads now can follow later without missing a change.
    package func position() async throws -> Int64 {
        try await tail(latest: Self.changePageWindow).settled
    }

    /// The tail for a reader of new changes only; numbers not committed yet are looked for in the `latest` rows.
    func tail(latest: Int = Self.changeWindow) async throws -> ChangeTail {
        try await database.read { connection in
            let progress = try connection.writeProgress()
            let numbers = try connection.rows(
                "SELECT id FROM history ORDER BY id DESC LIMIT \(latest)"
            ).map { try $0.get("id", as: Int64.self) }
            return ChangeTail(latest: numbers.reversed(), progress)
        }
    }

    /// The changes since `tail`, with the tail after them; nil if there are too many to send one by one.
    func news(since tail: ChangeTail) async throws -> (changes: [Change], tail: ChangeTail)? {
        let types = types
        return try await database.read { connection in
            let progress = try connection.writeProgress()
            let ranges = tail.gaps.map { gap in
                " OR h.id BETWEEN \(gap.numbers.lowerBound) AND \(gap.numbers.upperBound)" as SQL
            }
            let changes = try connection.rows(
                """
                SELECT \(Change.columns) FROM \(Change.tables)
                WHERE h.id > \(tail.last)\(ranges.joined(separator: ""))
                ORDER BY h.id LIMIT \(Limits.changesBacklogMax + 1)
                """
            ).map { try Change($0, among: types) }
            guard changes.count <= Limits.changesBacklogMax else { return nil }
            return (changes, tail.taking(changes.map { $0.number }, progress))
        }
    }

    /// The changes after a number, lowest first; nil if there are too many to send one by one.
    func backlog(after number: Int64, type: String?) async throws -> [Change]? {
        let types = types
        return try await database.read { connection in
            let ofType: SQL = type.map { "AND h.type = \($0)" } ?? ""
            let changes = try connection.rows(
                """
                SELECT \(Change.columns) FROM \(Change.tables) WHERE h.id > \(number) \(ofType)
                ORDER BY h.id LIMIT \(Limits.changesBacklogMax + 1)
                """
            ).map { try Change($0, among: types) }
            return changes.count <= Limits.changesBacklogMax ? changes : nil
        }
    }
}
