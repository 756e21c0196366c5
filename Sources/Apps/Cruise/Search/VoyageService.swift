import Logging
import ServiceLifecycle
import Web

/// Prepares the catalogue ahead of requests, once it has been asked for.
struct VoyageService: Service {
    private static let pause: Duration = .seconds(1)

    let services: Services

    func run() async throws {
        await services.logger.attempt(
            afterEach: Self.pause,
            orWarn: "cannot prepare the search of cruises, will try again"
        ) { try await services.cruise.voyages.prepare(services) }
    }
}
