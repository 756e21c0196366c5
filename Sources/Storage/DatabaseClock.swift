import Synchronization

/// The time that every rule goes by: PostgreSQL's, so that all its servers agree, and with SQLite the machine's.
///
/// Between two looks at the database it counts on by a clock that nobody can set. So a machine whose own clock is wrong,
/// or is set while the server runs, applies no schedule and ends no code too early.
package final class DatabaseClock: Sendable {
    /// How often a server looks at the database's clock.
    package static let pause: Duration = .seconds(5)
    /// Two looks differ by the way of the answer alone, so a smaller difference moves nothing.
    private static let tolerance: Duration = .milliseconds(20)

    private struct Anchor: Sendable {
        let time: Timestamp
        let instant: ContinuousClock.Instant

        func time(at now: ContinuousClock.Instant) -> Timestamp { time.advanced(by: now - instant) }
    }

    private let database: any Database
    private let system: @Sendable () -> Timestamp
    private let anchor = Mutex<Anchor?>(nil)

    /// `system` is the machine's clock, which counts until the first look and with SQLite.
    package init(_ database: any Database, system: @escaping @Sendable () -> Timestamp) {
        (self.database, self.system) = (database, system)
    }

    package func now() -> Timestamp {
        anchor.withLock { $0 }?.time(at: .now) ?? system()
    }

    /// Looks at the database's clock.
    package func look() async throws {
        guard database.dialect == .postgres else { return }
        let (found, travel) = try await database.read { connection in
            let asked = ContinuousClock.now
            guard let row = try connection.rows("SELECT clock_timestamp() AS now").first else {
                throw StorageError.other("The database has not told its time.")
            }
            let travel = ContinuousClock.now - asked
            // It was read about half way between question and answer.
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
    /// How far apart two moments are, whichever comes first.
    package func distance(to other: Timestamp) -> Duration {
        .microseconds(abs(other.microseconds - microseconds))
    }
}
