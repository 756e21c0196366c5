import Core
import Logging
import ServiceLifecycle

/// Deletes expired data: sessions, counted attempts, stored responses, old trash, old history, sent messages.
struct CleanupService: Service {
    static let pause: Duration = .seconds(3600)

    let services: Services

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            do {
                if try await mayTidy() { try await tidy() }
            } catch is CancellationError {
                // The server is shutting down, so nothing is retried.
            } catch {
                services.logger.warning(
                    "cannot tidy up, will try again",
                    metadata: ["error": "\(error)"]
                )
            }
            // A shutdown interrupts only the pause.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            if Task.isCancelled { return }
        }
    }

    /// False if the clock has jumped: with a wrong time everything could look expired.
    private func mayTidy() async throws -> Bool {
        guard let jump = try await services.clockGuard.advance() else { return true }
        services.logger.error(
            "nothing is removed, as the clock has jumped; if it is right: vitrina doctor --accept-clock",
            metadata: ["from": "\(jump.from)", "to": "\(jump.to)"]
        )
        return false
    }

    private func tidy() async throws {
        try await services.staff.removeExpired()
        try await services.claims.removeExpired()
        try await services.contents.purgeExpired()
        if let age = services.settings.historyAge {
            try await services.contents.forgetHistory(olderThan: age)
        }
        try await services.outbox.removeExpired()
        try await services.codes.removeExpired()
        try await services.notices.removeExpired()
        try await services.counts.removeExpired()
        try await services.media.removeUnused(of: services.contents.types)
        _ = try await services.points.expire()
        for module in services.modules { try await module.tidy(services) }
    }
}
