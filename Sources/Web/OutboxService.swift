import Core
import Logging
import ServiceLifecycle

/// Sends the messages of the outbox; every server runs one, and the database distributes the messages.
struct OutboxService: Service {
    let courier: OutboxCourier
    let logger: Logger

    func run() async throws {
        let looks = courier.looks()
        // A shutdown interrupts only the waiting, never a delivery.
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
