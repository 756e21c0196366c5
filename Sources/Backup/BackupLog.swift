import Core
import Storage

/// The record of backups in the database: the stored ones, the running one, and failures.
package struct BackupLog: Sendable {
    /// A backup whose program says nothing for so long has ended with it.
    private static let silenceMax: Duration = .seconds(30)
    static let beatPause: Duration = .seconds(5)
    /// Failures are kept for so long.
    private static let failureAge: Duration = .seconds(90 * 86_400)

    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let random: RandomBytes

    package init(
        database: any Database,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes = .system
    ) {
        (self.database, self.now, self.random) = (database, now, random)
    }

    /// Begins a backup.
    ///
    /// - Parameters:
    ///   - place: The place, as people know it.
    ///   - isPlanned: True if no person has asked for it.
    ///   - name: The author.
    ///   - check: Runs in the same transaction, such as the audit.
    /// - Returns: The id of the backup.
    /// - Throws: `BackupFailure.busy` if one is being made.
    package func begin(
        at place: String,
        isPlanned: Bool,
        by name: String,
        _ check: @escaping @Sendable (String, any Connection) throws -> Void = { _, _ in }
    ) async throws -> String {
        let now = now()
        let id = Identifier.new(at: now, random: random)
        do {
            try await database.write { connection in
                try connection.endSilentBackups(at: now)
                try connection.execute(
                    """
                    INSERT INTO backups (id, place, is_planned, state, started_at, alive_until, created_by)
                    VALUES (\(id), \(place), \(isPlanned), 'running', \(now),
                        \(now.advanced(by: Self.silenceMax)), \(name))
                    """
                )
                try check(id, connection)
            }
        } catch StorageError.unique {
            throw BackupFailure.busy
        }
        return id
    }

    /// Renews the lease of a running backup; false if it has lost the lease.
    func beat(_ id: String) async throws -> Bool {
        let until = now().advanced(by: Self.silenceMax)
        return try await database.write { connection in
            try connection.execute(
                "UPDATE backups SET alive_until = \(until) WHERE id = \(id) AND state = 'running'"
            ) == 1
        }
    }

    /// Notes that a backup was made.
    func end(_ summary: BackupSummary) async throws {
        let now = now()
        try await database.write { connection in
            try connection.send(
                """
                UPDATE backups SET state = 'good', ended_at = \(now), alive_until = NULL,
                    row_count = \(summary.rowCount), file_count = \(summary.files), size = \(summary.size),
                    lost_count = \(summary.lost)
                WHERE id = \(summary.id)
                """
            )
        }
    }

    func fail(_ id: String, with reason: Localized) async throws {
        let now = now()
        try await database.write { connection in
            try connection.send(
                """
                UPDATE backups SET state = 'failed', ended_at = \(now), alive_until = NULL, error = \(reason.kept.text)
                WHERE id = \(id) AND state = 'running'
                """
            )
        }
    }

    /// Takes over which backups are in the place: the log has neither more nor fewer afterwards.
    package func adopt(_ summaries: [BackupSummary], at place: String) async throws {
        let now = now()
        try await database.write { connection in
            let present = Set(summaries.map(\.id))
            let known = try connection.rows("SELECT id FROM backups WHERE state = 'good'")
            for row in known {
                let id: String = try row.get("id")
                if !present.contains(id) { try connection.send("DELETE FROM backups WHERE id = \(id)") }
            }
            for summary in summaries {
                try connection.send(
                    """
                    INSERT INTO backups (id, place, is_planned, state, started_at, ended_at, row_count, file_count, size,
                        lost_count, created_by)
                    VALUES (\(summary.id), \(place), \(false), 'good', \(summary.at), \(now), \(summary.rowCount),
                        \(summary.files), \(summary.size), \(summary.lost), 'vitrina')
                    ON CONFLICT (id) DO UPDATE SET state = 'good', alive_until = NULL, error = NULL,
                        ended_at = coalesce(backups.ended_at, excluded.ended_at), row_count = excluded.row_count,
                        file_count = excluded.file_count, size = excluded.size, lost_count = excluded.lost_count
                    """
                )
            }
            let oldest = now.advanced(by: .zero - Self.failureAge)
            try connection.send("DELETE FROM backups WHERE state = 'failed' AND started_at < \(oldest)")
        }
    }

    /// Notes the result of a check: nil if the backup is as it was written.
    package func note(_ id: String, check fault: Localized?) async throws {
        let now = now()
        try await database.write { connection in
            try connection.send(
                """
                UPDATE backups SET checked_at = \(now), check_error = \(fault?.kept.text) WHERE id = \(id)
                """
            )
        }
    }

    /// The last good backup: when it was made, and how many uploads had no file.
    package func lastGood() async throws -> (at: Timestamp, lost: Int64)? {
        let row = try await database.read { connection in
            try connection.rows(
                "SELECT started_at, lost_count FROM backups WHERE state = 'good' ORDER BY started_at DESC LIMIT 1"
            ).first
        }
        return try row.map { (try $0.get("started_at"), try $0.get("lost_count", as: Int64?.self) ?? 0) }
    }

    /// True if backups were made in this place.
    func hasGood(at place: String) async throws -> Bool {
        try await database.read { connection in
            try !connection.rows(
                "SELECT id FROM backups WHERE state = 'good' AND place = \(place) LIMIT 1"
            ).isEmpty
        }
    }

    /// The fault of the backups; nil if there is none.
    ///
    /// While the plan is off, only a place that is not taken over yet is one.
    package func warning() async throws -> Localized? {
        if try await BackupTakeOver(database: database).isPending() {
            return Localized(
                "место потерянной установки ещё не занято",
                "the place of the lost installation is not taken over yet"
            )
        }
        guard try await plan().isOn else { return nil }
        guard let last = try await lastGood() else {
            return Localized("ещё ни одной копии", "there is no backup yet")
        }
        let age = last.at.distance(to: now())
        if age > Self.ageMax {
            let hours = age.components.seconds / 3_600
            return Localized(
                "последняя удачная — \(hours) ч назад",
                "the last good one is \(hours) hours old"
            )
        }
        guard last.lost > 0 else { return nil }
        return Localized(
            "в последней нет файлов, пропавших раньше: \(last.lost)",
            "the last one lacks files that were missing before: \(last.lost)"
        )
    }

    /// A day, and the time that a large backup may take.
    private static let ageMax: Duration = .seconds(26 * 3_600)

    // MARK: The plan

    package func plan() async throws -> BackupPlan {
        try await database.read { connection in
            guard
                let row = try connection.rows("SELECT * FROM backup_plans WHERE id = \(BackupPlan.id)").first
            else {
                throw StorageError.other("There is no plan of backups.")
            }
            return try BackupPlan(row)
        }
    }

    /// True if the plan is on, and since it was due no backup was made, nor has one failed less than an hour ago.
    package func isDue(in zone: Zone) async throws -> Bool {
        let plan = try await plan()
        guard plan.isOn else { return false }
        let now = now()
        let due = plan.lastDue(before: now, in: zone)
        let retry = now.advanced(by: .zero - Self.retryPause)
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT id FROM backups WHERE started_at >= \(due) AND (state = 'good'
                    OR (state = 'running' AND alive_until >= \(now)) OR (state = 'failed' AND ended_at > \(retry)))
                LIMIT 1
                """
            ).isEmpty
        }
    }

    private static let retryPause: Duration = .seconds(3_600)
}

extension Connection {
    /// A backup whose program has ended without a word has failed.
    fileprivate func endSilentBackups(at now: Timestamp) throws {
        try execute(
            """
            UPDATE backups SET state = 'failed', ended_at = \(now), alive_until = NULL,
                error = \(BackupFailure.interrupted.problem.detail.kept.text)
            WHERE state = 'running' AND alive_until < \(now)
            """
        )
    }
}
