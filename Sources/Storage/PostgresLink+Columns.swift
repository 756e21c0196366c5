extension PostgresLink {
    /// The names of a table's columns and of their types.
    func columnTypes(of table: String) throws -> [String: String] {
        if let types = columnTypes[table] { return types }
        let answer = try prepared(
            """
            SELECT a.attname AS name, t.typname AS type FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            WHERE a.attrelid = CAST(\(table) AS regclass) AND a.attnum > 0 AND NOT a.attisdropped
            """
        )
        var types: [String: String] = [:]
        for row in answer.rows { types[try row.get("name")] = try row.get("type", as: String.self) }
        columnTypes[table] = types
        return types
    }
}
