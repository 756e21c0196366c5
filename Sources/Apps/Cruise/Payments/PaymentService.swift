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
        await services.logger.attempt(
            afterEach: Self.pause,
            orWarn: "cannot carry out payments, will try again"
        ) {
            try await TestBank(services).carryOut()
            _ = try await PaymentDesk(services).carryOut()
        }
    }
}
