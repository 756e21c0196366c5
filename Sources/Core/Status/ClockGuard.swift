import Storage

/// Keeps a clock that has jumped from emptying the database.
///
/// Each cleaning notes its time. Where the next one comes more than a day later or earlier, either the clock was set or
/// every server stood still: a person has to say which.
package struct ClockGuard: Sendable {
    /// Cleaning goes on over a smaller step.
    package static let stepMax: Duration = .seconds(86_400)
    private static let chore = "clock"

    package struct Jump: Sendable, Hashable {
        /// When a cleaning last went well.
        package let from: Timestamp
        package let to: Timestamp

        package init(from: Timestamp, to: Timestamp) { (self.from, self.to) = (from, to) }
    }

    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        (self.database, self.now) = (database, now)
    }

    /// Nil where the clock has gone steadily, which is noted.
    package func advance() async throws -> Jump? {
        let now = now()
        return try await database.write { connection in
            if let jump = try connection.jump(Self.chore, to: now) { return jump }
            try connection.note(Self.chore, at: now)
            return nil
        }
    }

    /// The jump that keeps everything from being removed now; nil where there is none.
    package func jump() async throws -> Jump? {
        let now = now()
        return try await database.read { try $0.jump(Self.chore, to: now) }
    }

    /// Takes the clock as it is for right.
    package func accept() async throws {
        let now = now()
        try await database.write { try $0.note(Self.chore, at: now) }
    }
}

extension Connection {
    fileprivate func jump(_ chore: String, to now: Timestamp) throws -> ClockGuard.Jump? {
        let row = try rows("SELECT done_at FROM chores WHERE name = \(chore)").first
        guard let last: Timestamp = try row?.get("done_at"), last.distance(to: now) > ClockGuard.stepMax
        else { return nil }
        return ClockGuard.Jump(from: last, to: now)
    }

    fileprivate func note(_ chore: String, at now: Timestamp) throws {
        try execute(
            """
            INSERT INTO chores (name, done_at) VALUES (\(chore), \(now))
            ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at
            """
        )
    }
}
