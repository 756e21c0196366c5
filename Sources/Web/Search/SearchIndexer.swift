import Core
import Logging
import ServiceLifecycle

/// Makes the index of the search beside a server that has begun already, where a database has none by today's rules.
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
        // A service that ends would end the server.
        try? await gracefulShutdown()
    }
}
