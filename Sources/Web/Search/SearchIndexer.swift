import Core
import Logging
import ServiceLifecycle

/// Builds the search index while the server runs, if the database has none or an outdated one.
struct SearchIndexer: Service {
    static let pause: Duration = .seconds(10)

    private let index: SearchIndex
    private let logger: Logger

    init(services: Services) {
        index = SearchIndex(database: services.database, types: services.contents.types)
        logger = services.logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let count = try await index.update()
                    if count > 0 { logger.info("search index is made", metadata: ["contents": "\(count)"]) }
                    break
                } catch is CancellationError {
                } catch {
                    logger.warning("cannot index, will try again", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: Self.pause)
                }
            }
        }
        // A service that returned would end the server.
        try? await gracefulShutdown()
    }
}
