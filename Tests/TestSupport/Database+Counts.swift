import Storage

extension Database {
    /// The number of rows of each table.
    package func rowCounts() async throws -> [String: Int] {
        try await read { connection in
            let names: SQL =
                switch connection.dialect {
                case .sqlite:
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
                case .postgres:
                    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()"
                }
            var counts: [String: Int] = [:]
            for row in try connection.rows(names) {
                let name: String = try row.get("name")
                counts[name] = try connection.rows("SELECT count(*) AS count FROM \(name: name)").first?
                    .get("count")
            }
            return counts
        }
    }
}
