import Core
import Logging
import ServiceLifecycle

/// Writes down what was counted, every few seconds and at the end; every server has one.
struct DayCountService: Service {
    private static let dayCountPause: Duration = .seconds(5)

    let tally: DailyCounter
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // Only the pause is cut short by a shutdown.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.dayCountPause) }
            do {
                try await tally.flush()
            } catch is CancellationError {
                // The server ends, so nothing is tried again.
            } catch {
                logger.warning("cannot write counts down, will try again", metadata: ["error": "\(error)"])
            }
        }
    }
}
