import Core
import Logging
import ServiceLifecycle

/// Deletes expired data: sessions, counted attempts, stored responses, old trash, old history, sent messages.
struct CleanupService: Service {
    static let pause: Duration = .seconds(3600)

    let services: Services

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            await services.logger.attempt(orWarn: "cannot tidy up, will try again") {
                guard try await mayTidy() else { return }
                try await tidy()
                services.metrics.noteCleanup(at: services.now())
            }
            // A shutdown interrupts only the pause, and the check.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
            await cancelWhenGracefulShutdown { await lookForDamage() }
        }
    }

    /// False if the clock has jumped: with a wrong time everything could look expired.
    ///
    /// On PostgreSQL the clock is that of the database, so a server whose own clock is wrong removes nothing too early.
    private func mayTidy() async throws -> Bool {
        guard let jump = try await services.clockGuard.advance() else { return true }
        services.logger.error(
            "nothing is removed, as the clock has jumped; if it is right: vitrina doctor --accept-clock",
            metadata: ["from": "\(jump.from)", "to": "\(jump.to)"]
        )
        return false
    }

    /// Reads the file of the database once a day, never just after the start, when there is more to do.
    private func lookForDamage() async {
        await services.logger.attempt(orWarn: "cannot check the database file, will try again") {
            guard let faults = try await services.damageCheck.runIfDue(), !faults.isEmpty else { return }
            services.logger.error(
                "the database file is damaged; keep it, and put back the last copy: vitrina doctor --deep",
                metadata: ["faults": "\(faults.joined(separator: "; "))"]
            )
        }
    }

    private func tidy() async throws {
        try await services.staff.removeExpired()
        try await services.claims.removeExpired()
        // The clock may be set while this runs; the next round reports it.
        guard try await services.clockGuard.jump() == nil else { return }
        try await services.contents.purgeExpired()
        if let age = services.settings.historyAge {
            try await services.contents.forgetHistory(olderThan: age)
        }
        try await services.outbox.removeExpired()
        try await services.codes.removeExpired()
        try await services.notices.removeExpired()
        try await services.counts.removeExpired()
        _ = try await services.points.expire()
        for module in services.modules { try await module.tidy(services) }
        guard try await services.clockGuard.jump() == nil else { return }
        try await tidyMedia()
    }

    /// Last, as the uploads may be in a bucket that is away; a shutdown interrupts the search.
    private func tidyMedia() async throws {
        try await services.media.removeUnused(of: services.contents.types)
        let orphans = try await cancelWhenGracefulShutdown { try await services.media.removeOrphans() }
        guard orphans.spared > 0 else { return }
        services.logger.warning(
            "many uploads have no row in the database, so none was removed; is it the database of these files?",
            metadata: ["files": "\(orphans.spared)"]
        )
    }
}
