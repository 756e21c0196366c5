import Core
import Foundation

/// A small server of a third party, which a test writes in Python.
package struct PythonServer: Sendable {
    /// The port of 127.0.0.1 that it listens on.
    package let port: Int

    package var url: String { "http://127.0.0.1:\(port)" }

    /// Runs `body` with a server that ends with it.
    ///
    /// The program declares `Handler`, a request handler of `socketserver`: for HTTP it extends `HTTPHandler`.
    package static func with(
        _ program: String,
        _ arguments: [String] = [],
        _ body: (PythonServer) async throws -> Void
    ) async throws {
        let (input, output) = (Pipe(), Pipe())
        let process = ChildProcess(
            "/usr/bin/env",
            ["python3", "-c", [beginning, program, end].joined(separator: "\n")] + arguments,
            input: .pipe(input),
            output: .pipe(output)
        )
        try process.run()
        // The server ends when its input closes, even if the tests crash.
        defer { try? input.fileHandleForWriting.close() }
        let said = try await onThread { output.line() }
        guard said.hasSuffix("\n") else {
            throw Problem(.unexpected, Localized("", "The server in Python has not started."))
        }
        try await body(PythonServer(port: Int(said.dropLast()) ?? 0))
    }

    private static let beginning = """
        import http.server, sys, threading

        class HTTPHandler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 128

            def handle_error(self, request, client_address):
                # A client may close its connection, as some tests do.
                if not isinstance(sys.exc_info()[1], ConnectionError):
                    super().handle_error(request, client_address)

        """

    private static let end = """

        server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_address[1], flush=True)
        sys.stdin.read()
        """
}
