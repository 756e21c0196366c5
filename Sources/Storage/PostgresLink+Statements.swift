import CLibPQ

extension PostgresLink {
    /// Runs one statement, which is prepared once per connection.
    func prepared(_ sql: SQL) throws(StorageError) -> PostgresAnswer {
        try send(sql)
        guard let answer = try settle().last else { throw .other("PostgreSQL has not answered.") }
        return answer
    }

    /// Writes a statement into the buffer of libpq, so that several cost one round trip; `settle` reads the answers.
    ///
    /// After one that fails, the server skips the others. Through a pooler it is sent with its whole text, because the
    /// next transaction may run on a connection that knows no statement of this one.
    func send(_ sql: SQL) throws(StorageError) {
        if let refusal { throw refusal }
        let parameters = try PostgresParameters(sql)
        try enterPipeline()
        let key = PostgresStatements.Key(text: sql.text, types: parameters.types)
        let count = Int32(parameters.types.count)
        guard !isShared else {
            let isSent = CStrings.copying(parameters.texts) { values in
                PQsendQueryParams(handle, key.text, count, key.types, values, nil, nil, 0) == 1
            }
            guard isSent else { throw lost() }
            return unread.append(.statement(key, isNew: true))
        }
        let (statement, isNew) = try statement(key)
        let isSent = CStrings.copying(parameters.texts) { values in
            PQsendQueryPrepared(handle, statement.name, count, values, nil, nil, 0) == 1
        }
        guard isSent else { throw lost() }
        unread.append(.statement(key, isNew: isNew))
    }

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

    private func statement(
        _ key: PostgresStatements.Key
    ) throws(StorageError) -> (PostgresStatements.Kept, isNew: Bool) {
        if let kept = statements.find(key) { return (kept, false) }
        if let oldest = statements.oldestBeyondBound() {
            statements.forget(oldest.key)
            try send(text: "DEALLOCATE \(oldest.name)")
        }
        let name = statements.nextName()
        guard PQsendPrepare(handle, name, key.text, Int32(key.types.count), key.types) == 1 else {
            throw lost()
        }
        unread.append(.preparation(key))
        return (statements.keep(key, name: name), true)
    }
}
