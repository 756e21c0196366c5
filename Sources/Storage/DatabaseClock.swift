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
    /// The drift above which the machine's clock is wrong, or the database's.
    package static let driftMax: Duration = .seconds(2)

    private struct Anchor: Sendable {
        let time: Timestamp
        let instant: ContinuousClock.Instant

        func time(at now: ContinuousClock.Instant) -> Timestamp { time.advanced(by: now - instant) }
    }

    private let database: any Database
    private let system: @Sendable () -> Timestamp
    private let anchor = Mutex<Anchor?>(nil)
    private let seenDrift = Mutex<Duration?>(nil)

    /// `system` is the machine's clock, used until the first reading and with SQLite.
    package init(_ database: any Database, system: @escaping @Sendable () -> Timestamp) {
        (self.database, self.system) = (database, system)
    }

    package func now() -> Timestamp {
        anchor.withLock { $0 }?.time(at: .now) ?? system()
    }

    /// By how much the machine's clock was ahead of the database's when that was last read, or behind if it is negative.
    ///
    /// Nil before the first reading, and with SQLite. No rule goes by the machine's clock, so nothing is published or
    /// removed too early; but the log has wrong times, and certificates may look as if they had expired.
    package var drift: Duration? { seenDrift.withLock { $0 } }

    /// True if the two clocks differ by too much.
    package var isAdrift: Bool {
        guard let drift else { return false }
        return drift > Self.driftMax || drift < Duration.zero - Self.driftMax
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
        let ahead = system().microseconds - found.time(at: .now).microseconds
        // A slow answer says too little of the moment at which the clock was read.
        if travel < Self.driftMax { seenDrift.withLock { $0 = .microseconds(ahead) } }
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
