import Logging
import ServiceLifecycle
import Storage

/// Looks each second how far the read replica is behind.
struct ReplicaService: Service {
    private static let pause: Duration = .seconds(1)

    let database: any Database
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var known: ReplicaStatus.State?
            while !Task.isCancelled {
                await database.lookAtReplica()
                if let status = database.statistics.replica?.status, status.state != known {
                    tell(status)
                    known = status.state
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Once for each change, as it is looked at each second.
    private func tell(_ status: ReplicaStatus) {
        guard status.state != .ok else { return logger.notice("the read replica answers reports") }
        logger.warning(
            "the read replica is not used, so the primary answers reports",
            metadata: ["state": "\(status.state.rawValue)", "reason": "\(status.reason)"]
        )
    }
}
