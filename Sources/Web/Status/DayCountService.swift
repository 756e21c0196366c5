import Core
import Logging
import ServiceLifecycle

/// Writes the daily counts, every few seconds and at shutdown; every server runs one.
struct DayCountService: Service {
    private static let dayCountPause: Duration = .seconds(5)

    let tally: DailyCounter
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // A shutdown interrupts only the pause.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.dayCountPause) }
            do {
                try await tally.flush()
            } catch is CancellationError {
                // The server is shutting down, so nothing is retried.
            } catch {
                logger.warning("cannot write counts down, will try again", metadata: ["error": "\(error)"])
            }
        }
    }
}
