import Synchronization

/// The clock of all rules: PostgreSQL's, so that all servers agree, and with SQLite that of the machine.
///
/// Between two readings of the database's clock it advances by a monotonic clock. So a machine whose own clock is
/// wrong, or is set while the server runs, applies no schedule and expires no code too early.
package final class DatabaseClock: Sendable {
    /// The interval at which a server reads the database's clock.
    package static let pause: Duration = .seconds(5)
    /// Readings differ by the latency of the response alone, so a smaller difference is ignored.
    private static let tolerance: Duration = .milliseconds(20)

    private struct Anchor: Sendable {
        let time: Timestamp
        let instant: ContinuousClock.Instant

        func time(at now: ContinuousClock.Instant) -> Timestamp { time.advanced(by: now - instant) }
    }

    private let database: any Database
    private let system: @Sendable () -> Timestamp
    private let anchor = Mutex<Anchor?>(nil)

    /// `system` is the machine's clock, used until the first reading and with SQLite.
    package init(_ database: any Database, system: @escaping @Sendable () -> Timestamp) {
        (self.database, self.system) = (database, system)
    }

    package func now() -> Timestamp {
        anchor.withLock { $0 }?.time(at: .now) ?? system()
    }

    /// Reads the database's clock.
    package func look() async throws {
        guard database.dialect == .postgres else { return }
        let (found, travel) = try await database.read { connection in
            let asked = ContinuousClock.now
            guard let row = try connection.rows("SELECT clock_timestamp() AS now").first else {
                throw StorageError.other("The database has not told its time.")
            }
            let travel = ContinuousClock.now - asked
            // The clock was read about half way between query and result.
            return (Anchor(time: try row.get("now"), instant: asked + travel / 2), travel)
        }
        anchor.withLock { anchor in
            guard let known = anchor else { return anchor = found }
            let drift = known.time(at: found.instant).distance(to: found.time)
            if drift > Self.tolerance + travel { anchor = found }
        }
    }
}

extension Timestamp {
    /// The distance between two moments in either direction.
    package func distance(to other: Timestamp) -> Duration {
        .microseconds(abs(other.microseconds - microseconds))
    }
}
