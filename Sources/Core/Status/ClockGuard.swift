import Storage

/// Prevents a clock that has jumped from emptying the database.
///
/// Each cleanup records its time. If the next one is more than a day later or earlier, either the clock was set or
/// every server was down: a person has to decide which.
package struct ClockGuard: Sendable {
    /// Cleanup continues after a smaller step.
    package static let stepMax: Duration = .seconds(86_400)
    private static let chore = "clock"

    package struct Jump: Sendable, Hashable {
        /// The time of the last successful cleanup.
        package let from: Timestamp
        package let to: Timestamp

        package init(from: Timestamp, to: Timestamp) { (self.from, self.to) = (from, to) }
    }

    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        (self.database, self.now) = (database, now)
    }

    /// Records the time and returns nil if there was no jump.
    package func advance() async throws -> Jump? {
        let now = now()
        return try await database.write { connection in
            if let jump = try connection.jump(Self.chore, to: now) { return jump }
            try connection.note(Self.chore, at: now)
            return nil
        }
    }

    /// The jump that blocks the cleanup now; nil if there is none.
    package func jump() async throws -> Jump? {
        let now = now()
        return try await database.read { try $0.jump(Self.chore, to: now) }
    }

    /// Accepts the present time as correct.
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
}
