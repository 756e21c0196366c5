import Core
import Foundation

/// A server of a third party: it records every POST, and responds according to the path.
///
/// `/ok…` returns 204, `/fails` 500, `/gone` 410, `/elsewhere` a redirect to `/ok`, `/flaky` 503 twice and then
/// 200, `/large` a long answer, `/hangs…` nothing until it is released. `/says/<status>/<body>` returns this status
/// and body, also for a GET, which is recorded only there.
package struct WebReceiver: Sendable {
    package struct Received: Sendable {
        package let path: String
        package let headers: [String: String]
        package let text: String

        package var json: JSON { (try? JSON(parsing: text)) ?? .null }
    }

    package let url: String

    /// The received requests, in order.
    package func received(_ path: String? = nil) async throws -> [Received] {
        let answer = try await HTTPClient().send("GET", "\(url)/log")
        return (answer.json.array ?? []).map { entry in
            Received(
                path: entry["path"]?.string ?? "",
                headers: (entry["headers"]?.object ?? [:]).compactMapValues { $0.string },
                text: entry["body"]?.string ?? ""
            )
        }.filter { path == nil || $0.path == path }
    }

    /// The number of valid signatures of each request at the path, by an independent implementation.
    package func rightSignatures(_ path: String, secret: String) async throws -> [Int64] {
        let answer = try await HTTPClient().send("GET", "\(url)/verify?path=\(path)&secret=\(secret)")
        return (answer.json.array ?? []).compactMap { $0.integer }
    }

    /// Responds to the hanging requests.
    package func release() async throws {
        _ = try await HTTPClient().send("GET", "\(url)/release")
    }
}

/// Runs `body` with a receiver, and stops it afterwards.
package func withReceiver(_ body: (WebReceiver) async throws -> Void) async throws {
    try await PythonServer.with(program) { try await body(WebReceiver(url: $0.url)) }
}

private let program = """
    import hashlib, hmac, json, urllib.parse

    log, lock, released = [], threading.Lock(), threading.Event()

    class Handler(HTTPHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with lock:
                log.append({
                    "path": self.path, "body": body.decode(),
                    "headers": {name.lower(): value for name, value in self.headers.items()},
                })
                count = sum(entry["path"] == self.path for entry in log)
            if self.path.startswith("/hangs"):
                released.wait()
            if self.path.startswith("/says/"):
                return self.say()
            status = {"/fails": 500, "/gone": 410, "/elsewhere": 302}.get(self.path, 204)
            if self.path == "/flaky":
                status = 503 if count < 3 else 200
            if self.path == "/large":
                status = 200
            answer = b"" if status == 204 else b"x" * 5000 if self.path == "/large" else b"answer\\x00 \\xff\\n" + self.path.encode()
            self.answer(status, answer)

        def say(self):
            status, body = self.path.split("?")[0].split("/", 3)[2:]
            self.answer(int(status), urllib.parse.unquote(body).encode())

        def do_GET(self):
            if self.path.startswith("/says/"):
                with lock:
                    log.append({"path": self.path, "body": "", "headers": dict(self.headers)})
                return self.say()
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
            if self.path == "/release":
                released.set()
                self.answer(204, b"")
            elif self.path.startswith("/verify"):
                with lock:
                    entries = [entry for entry in log if entry["path"] == query["path"][0]]
                self.answer(200, json.dumps([self.right(entry, query["secret"][0]) for entry in entries]).encode())
            else:
                with lock:
                    self.answer(200, json.dumps(log).encode())

        def right(self, entry, secret):
            parts = [part.split("=", 1) for part in entry["headers"]["vitrina-signature"].split(",")]
            time = dict(parts)["t"]
            signed = time.encode() + b"." + entry["body"].encode()
            digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
            return sum(name == "v1" and hmac.compare_digest(value, digest) for name, value in parts)

        def answer(self, status, body):
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/ok")
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
    """
