import Core
import Foundation
import TestSupport
import Testing

/// The client with a real server, so that libcurl itself is tested.
struct HTTPClientTests {
    @Test func `a request arrives as it was sent, and so does its answer`() async throws {
        try await withServer { url in
            let answer = try await HTTPClient().send(
                "PATCH",
                "\(url)/echo?x=1",
                headers: [("X-Note", "почему"), ("Content-Type", "text/plain")],
                body: .bytes(Array("тело".utf8))
            )

            let echo = answer.json
            #expect(answer.status == 207)
            #expect(answer.headers["x-twice"] == "a, b")
            #expect(echo["method"] == "PATCH")
            #expect(echo["path"] == "/echo?x=1")
            #expect(echo["note"] == "почему")
            #expect(echo["body"] == "тело")
            #expect(echo["expect"] == .null)
        }
    }

    @Test(arguments: ["GET", "DELETE", "POST"])
    func `a request may have no body`(method: String) async throws {
        try await withServer { url in
            let answer = try await HTTPClient().send(method, "\(url)/echo")

            #expect(answer.json["method"] == .string(method))
            #expect(answer.json["body"] == "")
        }
    }

    @Test func `the headers of an answer can be asked for alone`() async throws {
        try await withServer { url in
            let answer = try await HTTPClient().send("HEAD", "\(url)/echo")

            #expect(answer.status == 207)
            #expect(answer.body.isEmpty)
        }
    }

    @Test func `a file is sent as it is`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bin").path
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }

        try await withServer { url in
            let answer = try await HTTPClient().send("POST", "\(url)/digest", body: .file(path))

            #expect(answer.text == "POST \(SHA256.hex(bytes))")
        }
    }

    @Test func `a file that is not there is named`() async {
        await #expect {
            try await HTTPClient().send("POST", "http://127.0.0.1:9/", body: .file("/no/such/file"))
        } throws: {
            ($0 as? Problem)?.detail.en == "The file /no/such/file cannot be read."
        }
    }

    @Test func `a redirect is an answer, not a way to another host`() async throws {
        try await withServer { url in
            let answer = try await HTTPClient().send("GET", "\(url)/elsewhere")

            #expect(answer.status == 302)
            #expect(answer.headers["location"] == "/echo")
        }
    }

    @Test func `an answer is no longer than it may be`() async throws {
        try await withServer { url in
            let whole = try await HTTPClient(bodySizeMax: 100_000).send("GET", "\(url)/large")
            #expect(whole.body.count == 100_000)

            await #expect {
                try await HTTPClient(bodySizeMax: 99_999).send("GET", "\(url)/large")
            } throws: {
                ($0 as? Problem)?.detail.en == "The answer of 127.0.0.1 is larger than 99999 bytes."
            }
        }
    }

    @Test func `a server that never answers is given up`() async throws {
        try await withServer { url in
            await #expect {
                try await HTTPClient(timeout: .milliseconds(100)).send("GET", "\(url)/never")
            } throws: {
                ($0 as? Problem)?.kind == .unavailable
            }
        }
    }

    @Test func `a host that cannot be reached is named`() async {
        await #expect {
            try await HTTPClient().send("GET", "http://127.0.0.1:1/")
        } throws: {
            ($0 as? Problem)?.detail.en == "127.0.0.1 cannot be reached: the connection was refused."
        }
    }

    @Test(arguments: [
        "", "example.org", "file:///etc/passwd", "ftp://example.org/", "http://", "http:///x", "тест",
    ])
    func `only the web can be asked`(url: String) async {
        await #expect {
            try await HTTPClient().send("GET", url)
        } throws: {
            ($0 as? Problem)?.kind == .malformed
        }
    }

    @Test func `a value cannot begin another header`() async {
        await #expect {
            try await HTTPClient().send(
                "GET",
                "http://127.0.0.1:1/",
                headers: [("X-Note", "a\r\nX-Other: b")]
            )
        } throws: {
            ($0 as? Problem)?.kind == .malformed
        }
    }
}

/// Runs `body` with the URL of a server that runs as long as `body`.
private func withServer(_ body: (String) async throws -> Void) async throws {
    try await PythonServer.with(program) { try await body($0.url) }
}

private let program = """
    import hashlib, json

    class Handler(HTTPHandler):
        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = self.path.split("?")[0]
            if path == "/never":
                threading.Event().wait()
            elif path == "/elsewhere":
                self.send_response(302)
                self.send_header("Location", "/echo")
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif path == "/large":
                self.finish_with(b"x" * 100000)
            elif path == "/digest":
                self.finish_with(f"{self.command} {hashlib.sha256(body).hexdigest()}".encode())
            else:
                note = self.headers.get("X-Note")
                self.finish_with(json.dumps({
                    "method": self.command, "path": self.path, "body": body.decode(),
                    "note": note and note.encode("latin-1").decode(), "expect": self.headers.get("Expect"),
                }).encode())

        def finish_with(self, body):
            self.send_response(207)
            self.send_header("X-Twice", "a")
            self.send_header("X-Twice", " b ")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        do_GET = do_HEAD = do_POST = do_PATCH = do_DELETE = answer
    """
