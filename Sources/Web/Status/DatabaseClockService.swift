import Logging
import ServiceLifecycle
import Storage

/// Synchronizes the clock of this server with that of the database.
struct DatabaseClockService: Service {
    let clock: DatabaseClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var wasAdrift = false
            while !Task.isCancelled {
                do {
                    try await clock.look()
                    if clock.isAdrift != wasAdrift { tell(isAdrift: !wasAdrift) }
                    wasAdrift = clock.isAdrift
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning("cannot read the database's clock", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: DatabaseClock.pause)
            }
        }
    }

    /// Once for each change, as the clock is read every few seconds.
    private func tell(isAdrift: Bool) {
        guard isAdrift else { return logger.notice("the clock of this server is right again") }
        logger.warning(
            "the clock of this server differs from the database's; turn NTP on on both machines",
            metadata: ["ahead": "\(clock.drift ?? .zero)"]
        )
    }
}
