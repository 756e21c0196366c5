import Core
import Logging
import ServiceLifecycle

/// Builds the search index while the server runs, if the database has none or an outdated one; then adds what changes.
struct SearchIndexer: Service {
    /// The time between two looks at an empty queue, and the longest that changes wait while more come.
    private static let pause: Duration = .seconds(1)
    /// The time in which no other change has come.
    private static let quiet: Duration = .milliseconds(100)
    /// The batches that are added before it looks again if others write.
    private static let batchesMax = 16
    /// The time after a failure.
    private static let longPause: Duration = .seconds(10)

    private let index: SearchIndex
    private let logger: Logger

    init(services: Services) {
        index = services.contents.searchIndex
        logger = services.logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await repeatedly {
                let count = try await index.update()
                if count > 0 { logger.info("search index is made", metadata: ["contents": "\(count)"]) }
                return false
            }
            await repeatedly {
                try await takeQueued()
                return true
            }
        }
        // A service that returned would end the server.
        try? await gracefulShutdown()
    }

    /// Repeats the work as long as it asks for it, and after each failure.
    private func repeatedly(_ work: () async throws -> Bool) async {
        while !Task.isCancelled {
            do {
                guard try await work() else { return }
            } catch is CancellationError {
            } catch {
                logger.warning("cannot index, will try again", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: Self.longPause)
            }
        }
    }

    /// Waits for changes and for a pause in the writes, and adds them.
    ///
    /// It takes at most half of the time of the database.
    private func takeQueued() async throws {
        guard var last = try await index.lastQueued() else { return try await Task.sleep(for: Self.pause) }
        let start = ContinuousClock.now
        while ContinuousClock.now - start < Self.pause {
            try await Task.sleep(for: Self.quiet)
            guard let now = try await index.lastQueued(), now != last else { break }
            last = now
        }
        for _ in 0..<Self.batchesMax {
            let began = ContinuousClock.now
            guard try await index.takeQueued() > 0 else { return }
            try await Task.sleep(for: ContinuousClock.now - began)
        }
    }
}
