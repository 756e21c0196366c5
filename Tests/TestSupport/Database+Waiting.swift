import Storage

extension Database {
    /// Waits until this many transactions wait for a lock; a fixed time if the database cannot report them.
    package func wait(for count: Int64) async throws {
        guard dialect == .postgres else { return try await Task.sleep(for: .milliseconds(200)) }
        // This is shorter than the longest hold of a lock (`Signal.wait`).
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let rows = try await read { connection in
                try connection.rows(
                    """
                    SELECT count(DISTINCT l.pid) AS count FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                    WHERE c.relnamespace = CAST(current_schema() AS regnamespace)
                        AND l.pid IN (SELECT pid FROM pg_locks WHERE NOT granted)
                    """
                )
            }
            if try rows.first?.get("count", as: Int64.self) ?? 0 >= count { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
