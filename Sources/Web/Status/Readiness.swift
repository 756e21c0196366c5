import Core
import Logging
import Storage

/// Checks that this server can work now; concurrent and frequent requests share one look.
actor Readiness {
    /// One thing that a server needs.
    enum Check: String, Sendable, CaseIterable {
        /// The database answers.
        case database
        /// It has every migration of this program, and none that this program is too old for.
        case migrations
        /// The file of SQLite is at its place.
        case file
        /// There is room in the data directory.
        case disk
        /// Messages are sent in time.
        case outbox
        /// This machine and the database agree about the time.
        case clock
        /// The read replica answers, and is one of this database.
        case replica
        /// It is not too far behind.
        case replicaLag = "replica_lag"
        /// The server is not shutting down.
        case ending
    }

    /// A warning leaves the server ready.
    enum Grade: String, Sendable, CaseIterable {
        case ok, warning, failed
    }

    struct Finding: Sendable {
        let grade: Grade
        /// For the log alone.
        let reason: String

        static let ok = Finding(grade: .ok, reason: "")
    }

    /// The time for which a result is valid.
    private static let age: Duration = .milliseconds(500)
    /// A database that has not responded by then counts as unreachable.
    private static let answerMax: Duration = .seconds(2)
    /// A message that waits longer although it is due means that none is sent.
    private static let delayMax: Duration = .seconds(600)

    private let database: any Database
    private let directory: String?
    private let clock: DatabaseClock?
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let flight = SingleFlight()
    private var last: (findings: [Check: Finding], at: ContinuousClock.Instant)?
    private var warned: Set<Check> = []

    /// `database` is used without the write mode of requests.
    init(
        _ database: any Database,
        _ settings: WebSettings,
        _ clock: DatabaseClock?,
        _ logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.database, directory, self.clock) = (database, settings.dataDirectory, clock)
        (self.logger, self.now) = (logger, now)
    }

    /// Every check but that of the shutdown, which only the task of a request knows.
    func grades() async -> [Check: Grade] {
        if let last, ContinuousClock.now - last.at < Self.age { return last.findings.mapValues(\.grade) }
        // Its work throws nothing.
        try? await flight.run { await self.look() }
        return last?.findings.mapValues(\.grade) ?? [:]
    }

    private func look() async {
        var findings = await databaseFindings()
        findings[.file] = fileFinding
        findings[.disk] = diskFinding
        findings[.clock] = clockFinding
        findings.merge(replicaFindings) { _, new in new }
        report(findings)
        last = (findings, .now)
    }

    /// A failure is logged at every look, and a warning when it comes.
    private func report(_ findings: [Check: Finding]) {
        for (check, finding) in findings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let metadata: Logger.Metadata = ["check": "\(check.rawValue)", "error": "\(finding.reason)"]
            switch finding.grade {
            case .ok: warned.remove(check)
            case .failed: logger.warning("this server is not ready", metadata: metadata)
            case .warning:
                guard warned.insert(check).inserted else { break }
                logger.warning("this server is ready, with a warning", metadata: metadata)
            }
        }
    }

    /// A check that needs the database is a warning if the database itself has failed.
    private func databaseFindings() async -> [Check: Finding] {
        let unknown = Finding(grade: .warning, reason: "The database did not answer.")
        var findings: [Check: Finding] = [.database: Finding.ok, .migrations: unknown, .outbox: unknown]
        let (database, now) = (database, now())
        do {
            let status = try await Deadline.run(Self.answerMax) { try await Migrator(database).status() }
            findings[.migrations] = Self.finding(of: status)
        } catch {
            findings[.database] = Finding(grade: .failed, reason: "\(error)")
            return findings
        }
        do {
            let delay = try await Deadline.run(Self.answerMax) {
                try await database.read { try $0.outboxFigures(at: now) }.delay(at: now)
            }
            let reason = "A message was due \(delay.components.seconds) s ago."
            findings[.outbox] =
                delay <= Self.delayMax ? Finding.ok : Finding(grade: .warning, reason: reason)
        } catch {
            findings[.outbox] = Finding(grade: .warning, reason: "\(error)")
        }
        return findings
    }

    /// An unknown migration is no fault if this program works beside it.
    private static func finding(of status: Migrator.Status) -> Finding {
        if !status.pending.isEmpty {
            let names = status.pending.joined(separator: ", ")
            return Finding(grade: .failed, reason: "The database lacks \(names).")
        }
        guard status.barring.isEmpty else {
            return Finding(grade: .failed, reason: StorageError.outdated(status.barring).description)
        }
        return .ok
    }

    private var fileFinding: Finding {
        do throws(StorageError) {
            try database.requireAttached()
            return .ok
        } catch {
            return Finding(grade: .failed, reason: "\(error)")
        }
    }

    private var diskFinding: Finding {
        guard let directory, let space = DataVolume.space(at: directory), space < DataVolume.spaceMin else {
            return .ok
        }
        return Finding(grade: .failed, reason: "\(directory) has \(space >> 20) MiB left.")
    }

    /// A replica that is not used leaves the server ready, since the primary answers in its place.
    private var replicaFindings: [Check: Finding] {
        var findings: [Check: Finding] = [.replica: Finding.ok, .replicaLag: Finding.ok]
        guard let status = database.statistics.replica?.status else { return findings }
        switch status.state {
        case .ok: break
        case .behind: findings[.replicaLag] = Finding(grade: .warning, reason: status.reason)
        case .away, .noStandby: findings[.replica] = Finding(grade: .warning, reason: status.reason)
        }
        return findings
    }

    private var clockFinding: Finding {
        guard let clock, clock.isAdrift, let drift = clock.drift else { return .ok }
        return Finding(grade: .warning, reason: "The clock of this machine is ahead by \(drift).")
    }
}
