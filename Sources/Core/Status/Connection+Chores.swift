import Storage

/// The time of the last run of each chore that all servers share.
extension Connection {
    /// False if the chore was begun less than `age` ago, here or by another process.
    func begin(_ chore: String, at now: Timestamp, every age: Duration) throws -> Bool {
        let border = now.advanced(by: .zero - age)
        return try execute(
            """
            INSERT INTO chores (name, done_at) VALUES (\(chore), \(now))
            ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at WHERE chores.done_at <= \(border)
            """
        ) == 1
    }

    /// Records the time of a chore, whatever was recorded before.
    func note(_ chore: String, at now: Timestamp) throws {
        try send(
            """
            INSERT INTO chores (name, done_at) VALUES (\(chore), \(now))
            ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at
            """
        )
    }
}
