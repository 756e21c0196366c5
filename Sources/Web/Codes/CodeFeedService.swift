import Core
import Logging
import ServiceLifecycle

/// Keeps those up to date who follow the codes on this server.
struct CodeFeedService: Service {
    let feed: CodeFeed
    let logger: Logger

    func run() async throws {
        let looks = feed.looks()
        await withGracefulShutdownHandler {
            await feed.run(looks) { error in
                guard !(error is CancellationError) else { return }
                logger.warning("cannot follow the codes, will try again", metadata: ["error": "\(error)"])
            }
        } onGracefulShutdown: {
            feed.stop()
        }
    }
}
