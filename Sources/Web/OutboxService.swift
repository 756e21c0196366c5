import Core
import Logging
import ServiceLifecycle

/// Sends what must leave the building; every server has one, and the database deals the messages out.
struct OutboxService: Service {
    let courier: OutboxCourier
    let logger: Logger

    func run() async throws {
        let looks = courier.looks()
        // Only the waiting is cut short by a shutdown, never a delivery.
        await withGracefulShutdownHandler {
            await courier.run(looks) { error in
                guard !(error is CancellationError) else { return }
                logger.warning("cannot send, will try again", metadata: ["error": "\(error)"])
            }
        } onGracefulShutdown: {
            courier.stop()
        }
    }
}
