import Core
import Hummingbird
import Web

/// Serves the program on a free port of 127.0.0.1 while `body` runs with its address.
package func withHTTP(
    _ vitrina: Vitrina,
    _ body: @escaping @Sendable (String) async throws -> Void
) async throws {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let application = vitrina.server.application(host: "127.0.0.1", port: 0) { continuation.yield($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        group.addTask {
            for await port in ports {
                try await body("http://127.0.0.1:\(port)")
                // The client may have opened one connection more than it needed, and a server that is
                // stopped while it accepts one ends the process (a precondition of NIOAsyncWriter).
                try await Task.sleep(for: .milliseconds(50))
                return
            }
        }
        // The body ends first, or the server fails to start.
        try await group.next()
        group.cancelAll()
    }
}
