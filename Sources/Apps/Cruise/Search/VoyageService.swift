import Logging
import ServiceLifecycle
import Web

/// Prepares the catalogue ahead of requests, once it has been asked for.
struct VoyageService: Service {
    private static let pause: Duration = .seconds(1)

    let services: Services

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // A shutdown interrupts only the pause.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            do {
                try await services.cruise.voyages.prepare(services)
            } catch is CancellationError {
                // The server is shutting down.
            } catch {
                services.logger.warning(
                    "cannot prepare the search of cruises, will try again",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }
}
