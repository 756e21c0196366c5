/// A hot standby of a PostgreSQL server, which answers reports while it is near enough.
final class PostgresReplica: Sendable {
    /// The time within which one look is enough.
    private static let pause: Duration = .seconds(1)
    /// The time for which the result of a look counts.
    private static let ageMax: Duration = .seconds(3)
    /// The time for which a report does not wait again for a replica that was away; a server looks each second anyway.
    private static let awayMax: Duration = .seconds(15)
    /// The time that a look takes at most, a new connection included.
    private static let lookMax: Duration = .seconds(4)
    /// The number of times that a look asks how far the standby is, so that it may catch up with what was just written.
    private static let asksMax = 5
    private static let askPause: Duration = .milliseconds(100)
    /// Long enough to replace a connection that was lost long ago.
    private static let retryMax: Duration = .milliseconds(100)
    /// From four connections on one is kept for apps, so that looks have one while reports hold the others.
    private static let sessionsMin = 4

    /// The result of a look.
    private struct Finding {
        var status: ReplicaStatus
        /// The bytes of the log that it had replayed, if it is fit.
        var position: Int64 = 0
    }

    private struct State {
        var found = Finding(status: ReplicaStatus(.away, reason: "It has not been asked yet."))
        /// When the last look ended; nil before that.
        var lookedAt: ContinuousClock.Instant?
        var isLooking = false

        /// True if the last look is not older than this.
        func isLooked(within age: Duration) -> Bool {
            lookedAt.map { ContinuousClock.now - $0 < age } ?? false
        }
    }

    /// The connections to it.
    let database: PostgresDatabase
    private let lagMax: Duration
    private let state = Locked(State())
    private let answered = AtomicCounter()
    private let passedOn = AtomicCounter()

    init(_ url: String, of primary: PostgresSettings) {
        var settings = primary
        (settings.url, settings.replica, settings.isReplica) = (url, nil, true)
        settings.retryMax = Self.retryMax
        settings.sessions = max(settings.sessions, Self.sessionsMin)
        database = PostgresDatabase(settings)
        lagMax = primary.replicaLagMax
    }

    var statistics: DatabaseStatistics.Replica {
        .init(status: state.value.found.status, answered: answered.value, passedOn: passedOn.value)
    }

    /// Runs a read of a report here, once; nil if it is one for the primary.
    ///
    /// That is so if the replica is not near enough, is lost, or cancels the read because it must replay a change. The
    /// caller has seen nothing of it by then.
    func read<R: Sendable>(
        near primary: PostgresDatabase,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R? {
        let answer = try await answer(near: primary, body)
        if answer == nil { passedOn.increment() } else { answered.increment() }
        return answer
    }

    private func answer<R: Sendable>(
        near primary: PostgresDatabase,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R? {
        guard let position = await position(near: primary) else { return nil }
        let outcome: PostgresSession.Outcome<R?>
        do {
            outcome = try await database.attempt(.read, database.settings.call(in: .current)) { connection in
                // Of several standbys this may be another one than the look has asked, or one that takes writes now.
                try connection.hasReplayed(position) ? body(connection) : nil
            }
        } catch StorageError.unreachable {
            // The pool gives the last fault to those that have waited for a connection in vain.
            return nil
        } catch StorageError.busy where state.value.found.status.state != .ok {
            // All of its connections waited for a server that is silent.
            return nil
        }
        switch outcome {
        case .done(let result): return result
        case .conflict: return nil
        case .lost(let error):
            lose(error)
            return nil
        case .failed(let error):
            switch error as? StorageError {
            // Its memory or its disk, and not the primary's.
            case .unreachable?, .damaged?, .full?:
                lose(error)
                return nil
            case _: throw error
            }
        }
    }

    /// No read goes there until the next look.
    private func lose(_ error: any Error) {
        state.update { $0.found.status = ReplicaStatus(.away, reason: "\(error)") }
    }

    // MARK: Looking

    /// The position that the last look has found; nil if it is not fit.
    ///
    /// A server looks each second, and a command when it reads.
    private func position(near primary: PostgresDatabase) async -> Int64? {
        let last = state.value
        let age = last.found.status.state == .away ? Self.awayMax : Self.ageMax
        if !last.isLooked(within: age) { await look(beside: primary) }
        let known = state.value
        guard known.isLooked(within: Self.ageMax), known.found.status.state == .ok else { return nil }
        return known.found.position
    }

    /// Compares it with the primary, unless another task does so, or has within a second.
    func look(beside primary: PostgresDatabase) async {
        let mustLook = state.update { state in
            guard !state.isLooking, !state.isLooked(within: Self.pause) else { return false }
            state.isLooking = true
            return true
        }
        guard mustLook else { return }
        let found = await Lane.background.run {
            await CallEnd.run(within: Self.lookMax) { await status(beside: primary) }
        }
        state.update { state in
            state.isLooking = false
            guard let found else { return }
            state.found = found
            state.lookedAt = .now
        }
    }

    /// Nil if the task was cancelled.
    private func status(beside primary: PostgresDatabase) async -> Finding? {
        do {
            return try await compared(with: primary)
        } catch is CancellationError {
            return nil
        } catch {
            return Finding(status: ReplicaStatus(.away, reason: "\(error)"))
        }
    }

    private func compared(with primary: PostgresDatabase) async throws -> Finding {
        let asked = ContinuousClock.now
        let goal = try await primary.read { try $0.replayMark() }
        var own: ReplayMark
        var asks = 0
        repeat {
            if asks > 0 { try await Task.sleep(for: Self.askPause) }
            asks += 1
            own = try await database.read { try $0.replayMark() }
            if let reason = try await difference(of: own, from: goal, primary) {
                return Finding(status: ReplicaStatus(.noStandby, reason: reason))
            }
            // All that was written before the first question; so an idle primary is never far ahead.
            if own.position >= goal.position {
                return Finding(
                    status: ReplicaStatus(.ok, lag: ContinuousClock.now - asked),
                    position: own.position
                )
            }
        } while asks < Self.asksMax
        return Finding(status: status(of: own, behind: goal, since: asked), position: own.position)
    }

    /// The status of a standby that has not replayed yet what the primary had written.
    private func status(
        of own: ReplayMark,
        behind goal: ReplayMark,
        since asked: ContinuousClock.Instant
    ) -> ReplicaStatus {
        guard let replayedAt = own.replayedAt else {
            return ReplicaStatus(.behind, reason: "It has replayed no transaction since its start.")
        }
        let age = Duration.microseconds(goal.now.microseconds - replayedAt.microseconds)
        let lag = max(age, .zero) + (ContinuousClock.now - asked)
        if lag > lagMax { return ReplicaStatus(.behind, lag: lag, reason: "It is \(lag) behind.") }
        if own.steps != goal.steps {
            return ReplicaStatus(.behind, lag: lag, reason: "It lacks a migration.")
        }
        return ReplicaStatus(.ok, lag: lag)
    }

    /// The reason why the server is not a standby of the primary; nil if it is one.
    private func difference(
        of own: ReplayMark,
        from goal: ReplayMark,
        _ primary: PostgresDatabase
    ) async throws -> String? {
        guard own.isStandby else { return "The server is no standby." }
        guard own.identity == goal.identity else {
            return "It is of \(own.identity), and the primary of \(goal.identity)."
        }
        // The address of the primary may lead to a standby while no host takes writes.
        guard own.position > goal.position, !goal.isStandby else { return nil }
        // A standby that a failover has left behind has what the new primary never got.
        let now = try await primary.read { try $0.replayMark() }
        return now.position < own.position ? "It has changes that the primary does not have." : nil
    }
}

/// The point that a server has reached in the log of changes.
private struct ReplayMark: Sendable {
    /// The number of the cluster, the database and the schema; a standby has those of its primary.
    let identity: String
    let isStandby: Bool
    /// The bytes of the log that a primary has written, and that a standby has replayed.
    let position: Int64
    /// When the last transaction that a standby has replayed was committed, by the primary's clock; nil if there is none.
    let replayedAt: Timestamp?
    let now: Timestamp
    /// The number of migrations.
    let steps: Int64
}

extension Connection {
    /// True if the server is a standby that shows what was at this position of the log.
    fileprivate func hasReplayed(_ position: Int64) throws -> Bool {
        let rows = try rows(
            """
            SELECT pg_is_in_recovery() AS is_standby,
                CAST(coalesce(pg_last_wal_replay_lsn() - CAST('0/0' AS pg_lsn), 0) AS bigint) AS position
            """
        )
        guard let row = rows.first else { return false }
        return try row.get("is_standby") && row.get("position", as: Int64.self) >= position
    }

    fileprivate func replayMark() throws -> ReplayMark {
        let rows = try rows(
            """
            SELECT concat_ws(' ', system_identifier, current_database(), current_schema()) AS identity,
                pg_is_in_recovery() AS is_standby,
                CAST(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END
                    - CAST('0/0' AS pg_lsn) AS bigint) AS position,
                pg_last_xact_replay_timestamp() AS replayed_at, clock_timestamp() AS now,
                to_regclass('migrations') IS NOT NULL AS has_steps
            FROM pg_control_system()
            """
        )
        guard let row = rows.first else { throw StorageError.other("The server has not told its state.") }
        // Another database, or a standby that has replayed next to nothing, does not have the table.
        let steps =
            try row.get("has_steps") ? self.rows("SELECT count(*) AS steps FROM migrations").first : nil
        return ReplayMark(
            identity: try row.get("identity"),
            isStandby: try row.get("is_standby"),
            position: try row.get("position"),
            replayedAt: try row.get("replayed_at"),
            now: try row.get("now"),
            steps: try steps?.get("steps") ?? 0
        )
    }
}
