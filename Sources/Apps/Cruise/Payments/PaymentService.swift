import Core
import Logging
import ServiceLifecycle
import Web

/// Asks the bank and makes refunds when they are due.
///
/// It runs apart from the scheduler: a bank that does not answer delays no publication.
struct PaymentService: Service {
    private static let pause: Duration = .seconds(1)

    let services: Services

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            // A shutdown interrupts only the pause.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            do {
                try await TestBank(services).carryOut()
                _ = try await PaymentDesk(services).carryOut()
            } catch is CancellationError {
                // The server is shutting down.
            } catch {
                services.logger.warning(
                    "cannot carry out payments, will try again",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }
}
