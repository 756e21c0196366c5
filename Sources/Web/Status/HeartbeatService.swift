import Core
import FoundationEssentials
import Logging
import ServiceLifecycle
import Storage

/// Announces this server to the others and to the status page.
struct HeartbeatService: Service {
    static let pause: Duration = .seconds(10)

    let registry: ServerRegistry
    let server: RunningServer
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await logger.attempt(orWarn: "cannot tell that this server runs") {
                    try await registry.tell(server)
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
        try? await registry.leave(server.id)
    }
}

extension RunningServer {
    /// This process, as it starts.
    static func this(port: Int, at now: Timestamp, random: RandomBytes) -> RunningServer {
        RunningServer(
            id: Identifier.new(at: now, random: random),
            host: String(ProcessInfo.processInfo.hostName.prefix(200)),
            port: Int64(port),
            process: Int64(ProcessInfo.processInfo.processIdentifier),
            version: Web.version,
            step: Migration.newest,
            startedAt: now,
            seenAt: now
        )
    }
}
