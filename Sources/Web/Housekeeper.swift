import Core
import Logging
import ServiceLifecycle

/// Takes away what time has ended: sessions, counted attempts, kept answers, old trash, old history, what was sent.
struct Housekeeper: Service {
    static let pause: Duration = .seconds(3600)

    let staff: StaffStore
    let claims: ClaimStore
    let contents: ContentStore
    /// How long history is kept; nil for ever.
    let historyAge: Duration?
    let outbox: Outbox
    let notices: NoticeStore
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully {
            do {
                try await staff.removeExpired()
                try await claims.removeExpired()
                try await contents.purgeExpired()
                if let historyAge { try await contents.forgetHistory(olderThan: historyAge) }
                try await outbox.removeExpired()
                try await notices.removeExpired()
            } catch {
                logger.warning("cannot tidy up, will try again", metadata: ["error": "\(error)"])
            }
            // Only the pause is cut short by a shutdown.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            if Task.isCancelled { return }
        }
    }
}
