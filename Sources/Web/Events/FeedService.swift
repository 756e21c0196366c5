import Core
import Logging
import ServiceLifecycle

/// Keeps those up to date who follow a feed on this server.
struct FeedService<Source: Feed>: Service {
    let feed: Source
    /// What is followed, as the log names it: `codes`.
    let name: String
    let logger: Logger

    func run() async throws {
        let looks = feed.looks()
        await withGracefulShutdownHandler {
            await feed.run(looks) { error in
                guard !(error is CancellationError) else { return }
                logger.warning("cannot follow the \(name), will try again", metadata: ["error": "\(error)"])
            }
        } onGracefulShutdown: {
            feed.stop()
        }
    }
}
