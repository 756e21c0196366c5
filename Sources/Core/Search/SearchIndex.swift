import Storage

/// Builds the search index, if a database has none yet or an outdated one, and adds what has changed since.
///
/// A change puts its entry into a queue, in its own transaction, since the postings of an entry cost more than the entry.
/// Several servers may work concurrently: each locks the state of the index, and takes the next batch.
package struct SearchIndex: Sendable {
    /// Entries that are indexed in one transaction.
    private static let searchBatchSize = 500
    /// Changes that are taken from the queue in one transaction, for which other writers may have to wait.
    private static let queueBatchSize = 32
    /// Changes that a search takes from the queue before it answers.
    private static let catchUpMax = 256

    /// Must be raised with every change of folding or weights, or of the searchable fields of a type.
    static let version: Int64 = 1

    let database: any Database
    let types: [ContentType]

    package init(database: any Database, types: [ContentType]) {
        self.database = database
        self.types = types
    }

    /// Brings the index up to date; returns the number of entries read, 0 if there was nothing to do.
    ///
    /// `rebuild` replaces the index even if it is up to date. `progress` receives the total after every batch.
    @discardableResult
    package func update(
        rebuild: Bool = false,
        progress: (Int) -> Void = { _ in }
    ) async throws -> Int {
        guard try await begin(rebuild: rebuild) else { return 0 }
        var count = 0
        while let batch = try await addBatch() {
            count += batch
            progress(count)
            try Task.checkCancellation()
        }
        return count
    }

    /// Adds entries from the queue, the last changes first; returns the number of changes, 0 once there is none.
    @discardableResult
    package func takeQueued() async throws -> Int {
        try await takeQueued(Self.queueBatchSize, order: "DESC")
    }

    private func takeQueued(_ limit: Int, order: SQL) async throws -> Int {
        guard try await lastQueued() != nil else { return 0 }
        return try await database.write { try take(limit, order: order, on: $0) }
    }

    /// The number of the last change in the queue, and nil if there is none.
    package func lastQueued() async throws -> Int64? {
        try await database.read { connection in
            try connection.rows("SELECT max(number) AS last FROM search_queue").first?.get("last")
        }
    }

    /// Adds all entries from the queue, in large batches, since the caller waits for the last one.
    ///
    /// In the order of the changes, so that the index grows at its ends.
    package func takeAllQueued() async throws {
        while try await takeQueued(Self.searchBatchSize, order: "ASC") > 0 { try Task.checkCancellation() }
    }

    /// Adds the last changes, so that a search finds what its user has just changed; a large import is added later.
    func catchUp() async throws {
        guard try await lastQueued() != nil else { return }
        try await database.writeIfPossible { _ = try take(Self.catchUpMax, order: "DESC", on: $0) }
    }

    private func take(_ limit: Int, order: SQL, on connection: any Connection) throws -> Int {
        try connection.lockSearchState()
        let numbers = try connection.rows(
            "SELECT number FROM search_queue ORDER BY number \(order) LIMIT \(limit)"
        ).map { try $0.get("number", as: Int64.self) }
        guard !numbers.isEmpty else { return 0 }
        let taken: SQL = "FROM search_queue WHERE number \(connection.isAmong(numbers))"
        // An entry that has been deleted meanwhile is not found here, and its postings went with it.
        try add("c.id IN (SELECT content_id \(taken))", on: connection)
        try connection.send("DELETE \(taken)")
        return numbers.count
    }

    /// Indexes the present state of the entries (`c`) that match; returns their ids in order.
    @discardableResult
    private func add(_ condition: SQL, on connection: any Connection) throws -> [String] {
        // No entry is deleted until this transaction ends; one that is changed meanwhile is queued again.
        let keeping = connection.locking("FOR KEY SHARE OF c")
        let rows = try connection.rows(
            """
            SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
            WHERE \(condition) ORDER BY c.id \(keeping)
            """
        )
        for (name, rows) in Dictionary(grouping: rows, by: { try? $0.get("type", as: String.self) }) {
            guard let type = types.first(where: { $0.name == name }) else { continue }
            try connection.index(connection.contents(rows, of: type), of: type)
        }
        return try rows.map { try $0.get("id") }
    }

    /// Empties an outdated index; false if there is nothing to do.
    private func begin(rebuild: Bool) async throws -> Bool {
        try await database.write { connection in
            try connection.lockSearchState()
            let state = try connection.searchState()
            guard rebuild || state.version < Self.version else {
                return state.version == Self.version && state.position != nil
            }
            try connection.clearSearchIndex()
            try connection.send(
                "UPDATE search_state SET version = \(Self.version), position = \(start) WHERE id = 1"
            )
            return true
        }
    }

    /// Adds the next entries; nil once all are indexed.
    private func addBatch() async throws -> Int? {
        try await database.write { connection in
            try connection.lockSearchState()
            guard let position = try connection.searchState().position else { return nil }
            let batch: SQL =
                "SELECT id FROM contents WHERE id > \(position) ORDER BY id LIMIT \(Self.searchBatchSize)"
            let ids = try add("c.id IN (\(batch))", on: connection)
            try connection.send("UPDATE search_state SET position = \(ids.last) WHERE id = 1")
            return ids.count
        }
    }
}

/// A lower bound of all ids.
private let start = "00000000-0000-0000-0000-000000000000"

extension Connection {
    fileprivate func searchState() throws -> (version: Int64, position: String?) {
        guard let row = try rows("SELECT version, position FROM search_state WHERE id = 1").first else {
            throw StorageError.other("search_state is empty")
        }
        return (try row.get("version"), try row.get("position"))
    }

    /// Lets servers work on the index one after the other.
    fileprivate func lockSearchState() throws {
        switch dialect {
        case .sqlite: break
        case .postgres: _ = try rows("SELECT id FROM search_state WHERE id = 1 FOR UPDATE")
        }
    }
}
