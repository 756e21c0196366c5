import Core
import Logging
import ServiceLifecycle

/// Runs a feed, which keeps its subscribers on this server up to date.
package struct FeedService<Source: Feed>: Service {
    let feed: Source
    /// The name of the feed in the log: `codes`.
    let name: String
    let logger: Logger

    package init(feed: Source, name: String, logger: Logger) {
        (self.feed, self.name, self.logger) = (feed, name, logger)
    }

    package func run() async throws {
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
