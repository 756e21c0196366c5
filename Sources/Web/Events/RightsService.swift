import Core
import Logging
import ServiceLifecycle

/// Checks twice a second that subscribers still have their permissions; without subscribers it makes no query.
///
/// New items are not written before another check, so this ends the streams on which nothing happens.
struct RightsService: Service {
    static let pause: Duration = .milliseconds(500)

    let rights: RightsWatch
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await logger.attempt(
                    orWarn: "cannot look at the rights of those who follow, will try again"
                ) { try await rights.look() }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }
}
