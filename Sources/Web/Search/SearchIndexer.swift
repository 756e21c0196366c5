import Core
import Logging
import ServiceLifecycle

/// Builds the search index while the server runs, if the database has none or an outdated one; then adds what changes.
struct SearchIndexer: Service {
    /// The time between two looks at an empty queue.
    static let pause: Duration = .seconds(1)
    /// The time after a failure.
    static let longPause: Duration = .seconds(10)

    private let index: SearchIndex
    private let logger: Logger

    init(services: Services) {
        index = services.contents.searchIndex
        logger = services.logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isMade = false
            while !Task.isCancelled {
                do {
                    if !isMade {
                        let count = try await index.update()
                        if count > 0 { logger.info("search index is made", metadata: ["contents": "\(count)"]) }
                        isMade = true
                    }
                    let start = ContinuousClock.now
                    let count = try await index.takeQueued()
                    // At most half of the time of the database goes into this.
                    try await Task.sleep(for: count > 0 ? ContinuousClock.now - start : Self.pause)
                } catch is CancellationError {
                } catch {
                    logger.warning("cannot index, will try again", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: Self.longPause)
                }
            }
        }
        // A service that returned would end the server.
        try? await gracefulShutdown()
    }
}
