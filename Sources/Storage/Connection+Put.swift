extension Connection {
    /// Writes rows, whose values stand in the order of `columns`, in place of those with the same `keys`.
    ///
    /// The columns `keeping` of a row that is there stay. Of several rows with the same keys the last one counts, because
    /// PostgreSQL refuses to write one row twice in a statement.
    package func put(
        _ rows: [[Value]],
        into table: String,
        _ columns: [String],
        keys: [String],
        keeping: Set<String> = []
    ) throws {
        let places = keys.compactMap { columns.firstIndex(of: $0) }
        guard places.count == keys.count else {
            throw StorageError.other("A key of \(table) is not among the columns of its rows.")
        }
        var known: Set<[Value]> = []
        let last = rows.reversed().filter { row in
            // `insert` refuses a row of another length.
            row.count != columns.count || known.insert(places.map { row[$0] }).inserted
        }
        let changes = columns.filter { !keys.contains($0) && !keeping.contains($0) }
            .map { "\(name: $0) = excluded.\(name: $0)" as SQL }
        let ending: SQL = changes.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(changes.joined(separator: ", "))"
        try insert(last.reversed(), into: table, columns, "ON CONFLICT (\(SQL.names(keys))) \(ending)")
    }
}
