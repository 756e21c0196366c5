import Foundation
import TestSupport
import Testing

extension Program {
    /// Runs a script in bash with this program as `vitrina`.
    func bash(_ script: String, environment more: [String: String] = [:]) async throws -> Outcome {
        try write(script, to: "script.sh")
        let (output, messages) = ("\(folder)/script.out", "\(folder)/script.err")
        let folder = try TestedProgram.file.deletingLastPathComponent().path
        let process = try process(
            ["script.sh"],
            of: "/bin/bash",
            output: output,
            messages: messages,
            more.merging(["PATH": "\(folder):/usr/bin:/bin"]) { first, _ in first }
        )
        return try await outcome(of: process, output, messages)
    }

    /// Runs a command that ends only by Ctrl-C; `body` waits for its output, and the status is returned.
    func interrupting(
        _ arguments: [String],
        _ body: (_ printed: (_ isThere: (String) -> Bool) async throws -> Void) async throws -> Void
    ) async throws -> Outcome {
        let (output, messages) = ("\(folder)/watch.out", "\(folder)/watch.err")
        let process = try process(arguments, output: output, messages: messages, [:])
        try process.run()
        do {
            try await body { isThere in
                let isPrinted = try await holds {
                    isThere((try? String(contentsOfFile: output, encoding: .utf8)) ?? "")
                }
                try #require(isPrinted, "it does not print what is waited for")
            }
        } catch {
            process.terminate()
            throw error
        }
        process.interrupt()
        return try Outcome(status: await process.ended(), output, messages)
    }

    /// Runs `body` with the address of a proxy that loses the answer to the first POST.
    func losing(_ url: String, _ body: (String) async throws -> Void) async throws {
        try await PythonServer.with(Self.relay, [url]) { try await body($0.url) }
    }

    private static let relay = """
        import urllib.request, urllib.error

        class Handler(HTTPHandler):
            lost = False

            def relay(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                request = urllib.request.Request(
                    sys.argv[1] + self.path, data=body or None, headers=dict(self.headers), method=self.command)
                try:
                    answer = urllib.request.urlopen(request)
                except urllib.error.HTTPError as error:
                    answer = error
                bytes = answer.read()
                if self.command == "POST" and not Handler.lost:
                    Handler.lost = True
                    self.close_connection = True
                    self.connection.close()
                    return
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(bytes)))
                self.end_headers()
                self.wfile.write(bytes)

            do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = relay
        """
}
