import Storage

/// Builds the search index, if a database has none yet or an outdated one.
///
/// Changes keep it up to date from then on. Several servers may build it concurrently: each takes the next batch from
/// the position stored in the database, and a change waits for the batch that contains its entry.
package struct SearchIndex: Sendable {
    /// Entries that are indexed in one transaction.
    private static let searchBatchSize = 500

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

    /// Empties an outdated index; false if there is nothing to do.
    private func begin(rebuild: Bool) async throws -> Bool {
        try await database.write { connection in
            // The row is the lock: two servers begin one after the other.
            try connection.send("UPDATE search_state SET version = version WHERE id = 1")
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
            try connection.send("UPDATE search_state SET version = version WHERE id = 1")
            guard let position = try connection.searchState().position else { return nil }
            let rows = try connection.rows(
                """
                SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
                WHERE c.id IN (SELECT id FROM contents WHERE id > \(position) ORDER BY id LIMIT \(Self.searchBatchSize))
                ORDER BY c.id \(connection.lockContents)
                """
            )
            for (name, rows) in Dictionary(grouping: rows, by: { try? $0.get("type", as: String.self) }) {
                guard let type = types.first(where: { $0.name == name }) else { continue }
                for content in try connection.contents(rows, of: type) {
                    try connection.index(content, of: type)
                }
            }
            let last: String? = try rows.last?.get("id")
            try connection.send("UPDATE search_state SET position = \(last) WHERE id = 1")
            return rows.count
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

    /// Locks entries against changes until this transaction ends.
    fileprivate var lockContents: SQL {
        switch dialect {
        case .sqlite: ""
        case .postgres: "FOR SHARE OF c"
        }
    }
}
