import Core
import Logging
import ServiceLifecycle

/// Adds new entries of the ledger of points to the sums that are kept by the day, on each server.
struct PointsTotalsService: Service {
    private static let pause: Duration = .seconds(10)
    /// Between two batches, so that others get their turn: after an update the whole ledger is added.
    private static let shortPause: Duration = .milliseconds(50)

    let points: PointsLedger
    let logger: Logger

    func run() async throws {
        var mark: PointsMark?
        var isBehind = false
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            let pause = isBehind ? Self.shortPause : Self.pause
            // A shutdown interrupts only the pause.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
            if Task.isShuttingDownGracefully { return }
            do {
                isBehind = try await points.keepTotals(&mark)
            } catch is CancellationError {
                // The server is shutting down, so nothing is retried.
            } catch {
                isBehind = false
                logger.warning("cannot add up points, will try again", metadata: ["error": "\(error)"])
            }
        }
    }
}
