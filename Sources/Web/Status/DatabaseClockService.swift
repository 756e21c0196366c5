import Logging
import ServiceLifecycle
import Storage

/// Synchronizes the clock of this server with that of the database.
struct DatabaseClockService: Service {
    let clock: DatabaseClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await clock.look()
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("cannot read the database's clock", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: DatabaseClock.pause)
            }
        }
    }
}
