import Core
import Logging
import ServiceLifecycle

/// Keeps those up to date who follow the changes on this server.
struct ChangeFeedService: Service {
    let feed: ChangeFeed
    let logger: Logger

    func run() async throws {
        let looks = feed.looks()
        await withGracefulShutdownHandler {
            await feed.run(looks) { error in
                guard !(error is CancellationError) else { return }
                logger.warning("cannot follow the changes, will try again", metadata: ["error": "\(error)"])
            }
        } onGracefulShutdown: {
            feed.stop()
        }
    }
}
