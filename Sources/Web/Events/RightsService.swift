import Core
import Logging
import ServiceLifecycle

/// Looks twice a second whether those who follow something still may; while nobody does, it asks nothing.
///
/// What is new is not written before another look, so this is what ends a stream on which nothing happens.
struct RightsService: Service {
    static let pause: Duration = .milliseconds(500)

    let rights: RightsWatch
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await rights.look()
                } catch is CancellationError {
                } catch {
                    logger.warning(
                        "cannot look at the rights of those who follow, will try again",
                        metadata: ["error": "\(error)"]
                    )
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }
}
