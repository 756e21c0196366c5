import Core
import Storage

/// Makes and checks the backups of this installation, and removes those that are no longer kept.
package struct BackupRunner: Sendable {
    package typealias Progress = @Sendable (BackupProgress) -> Void
    static let secret = "backups"

    package let log: BackupLog
    private let database: any Database
    private let media: MediaStore
    private let target: BackupTarget
    private let version: String
    private let zone: Zone
    private let now: @Sendable () -> Timestamp
    private let random: RandomBytes
    private let cost: Scrypt.Cost

    package init(
        database: any Database,
        media: MediaStore,
        target: BackupTarget,
        version: String,
        zone: Zone,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes,
        cost: Scrypt.Cost = .standard
    ) {
        log = BackupLog(database: database, now: now, random: random)
        (self.database, self.media, self.target, self.version) = (database, media, target, version)
        (self.zone, self.now, self.random, self.cost) = (zone, now, random, cost)
    }

    package var place: String { target.store.place }

    /// A backup that was made, and why others could not be removed after it; nil if all is well.
    package struct Outcome: Sendable {
        package let summary: BackupSummary
        package let leftOver: Localized?
    }

    /// Makes a backup that `BackupLog.begin` has begun, and removes those that the plan does not keep.
    package func make(_ id: String, progress: @escaping Progress = { _ in }) async throws -> Outcome {
        do {
            return try await alive(id) {
                let repository = try await repository()
                try await repository.removeLeftScratch()
                let maker = BackupMaker(
                    repository: repository,
                    database: database,
                    media: media,
                    keys: target.keys,
                    version: version,
                    progress: progress,
                    requireLease: { [log] in
                        guard try await log.beat(id) else { throw BackupFailure.interrupted }
                    }
                )
                let summary = try await maker.make(id, at: now())
                return try await settled(summary, in: repository)
            }
        } catch {
            try? await log.fail(id, with: Self.reason(error))
            throw error
        }
    }

    /// Removes other backups while this program alone makes one; a failure there is none of the new backup.
    private func settled(_ summary: BackupSummary, in repository: BackupRepository) async throws -> Outcome {
        do {
            let left = try await prune(repository)
            try await log.adopt(left, at: place)
            return Outcome(summary: summary, leftOver: nil)
        } catch let error where !(error is CancellationError) {
            try await log.end(summary)
            return Outcome(summary: summary, leftOver: Self.reason(error))
        }
    }

    /// Checks a backup, and notes the result.
    package func verify(
        _ name: String,
        isWhole: Bool,
        progress: @escaping Progress = { _ in }
    ) async throws -> BackupSummary {
        let repository = try await repository()
        let summary = try await repository.find(name)
        do {
            try await repository.verify(summary, isWhole: isWhole, progress: progress)
        } catch let error where !(error is CancellationError) {
            try await log.note(summary.id, check: Self.reason(error))
            throw error
        }
        try await log.note(summary.id, check: nil)
        return summary
    }

    private func repository() async throws -> BackupRepository {
        let takeOver = BackupTakeOver(database: database)
        let isPending = try await takeOver.isPending()
        if isPending { _ = try await completeTakeOver() }
        let secret = try await SecretStore(database: database, random: random).secret(Self.secret)
        // The id of an installation; one that takes over gets a secret of its own.
        let repository = try await BackupRepository.open(
            target,
            of: SHA256.hex(secret),
            mustExist: try await log.hasGood(at: place),
            cost: cost,
            random: random
        )
        // The backups go to another place than the one that was to be taken over.
        if isPending { try await takeOver.forget() }
        return repository
    }

    /// Takes the place over, if a restore was to do so and was interrupted.
    ///
    /// - Returns: True if it has done so now; false if there is nothing to take over, or not in this place.
    /// - Throws: The failure of the place or of the database.
    package func completeTakeOver() async throws -> Bool {
        let takeOver = BackupTakeOver(database: database)
        guard try await takeOver.isPending() else { return false }
        do {
            return try await takeOver.complete(in: try await BackupRepository.open(target, random: random))
        } catch BackupFailure.empty {
            return false
        }
    }

    /// Removes the backups that the plan does not keep, and returns the others.
    private func prune(_ repository: BackupRepository) async throws -> [BackupSummary] {
        let summaries = try await repository.list()
        // One that cannot be read may need any of the files.
        guard try await repository.ids(with: .summary).count == summaries.count else {
            throw BackupDamage.description
        }
        let kept = try await log.plan().kept(summaries.map { ($0.id, $0.at) }, in: zone)
        let left = summaries.filter { kept.contains($0.id) }
        try await repository.requireOwned()
        try await repository.keepOnly(left)
        return left
    }

    /// Runs `body`, and tells the other servers that it still runs; ends it once another has taken over.
    private func alive<R: Sendable>(
        _ id: String,
        _ body: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        try await withThrowingTaskGroup(of: R?.self) { group in
            group.addTask { [log] in
                while true {
                    try await Task.sleep(for: BackupLog.beatPause)
                    // A database that is away for a moment ends the backup by itself, or not.
                    guard (try? await log.beat(id)) ?? true else { throw BackupFailure.interrupted }
                }
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else { throw CancellationError() }
            return result
        }
    }

    /// The words for people; the details of an error that has none are in the server's log.
    package static func reason(_ error: any Error) -> Localized {
        switch error {
        case let ObjectFault.full(reason): ObjectFault.full(reason).detail
        case let error as FileError: Localized(same: error.description)
        case is CancellationError: BackupFailure.interrupted.problem.detail
        case _:
            Problem(known: error)?.detail
                ?? Localized(
                    "Внутренняя ошибка: смотрите журнал сервера.",
                    "An internal error: see the server's log."
                )
        }
    }
}
