import Core
import Hummingbird
import Logging
import ServiceLifecycle
import Web

/// Serves the program on a free port of 127.0.0.1 while `body` runs with its URL.
package func withHTTP(
    _ vitrina: Vitrina,
    untakenMax: Duration = Listener.untakenMax,
    _ body: @escaping @Sendable (String) async throws -> Void
) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let parts = vitrina.server.parts(
        at: .address(host: "127.0.0.1", port: 0),
        port: 0,
        untakenMax: untakenMax,
        isPrepared: false
    ) { continuation.yield($0) }
    var configuration = ServiceGroupConfiguration(services: parts, logger: vitrina.services.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(30)
    let services = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await services.run() }
        group.addTask {
            for await port in ports { return try await body("http://127.0.0.1:\(port)") }
        }
        // The body ends first, or the server fails to start.
        let first = await group.nextResult()
        continuation.finish()
        // Shuts down as after a signal.
        await services.triggerGracefulShutdown()
        let second = await group.nextResult()
        try first?.get()
        try second?.get()
    }
}
