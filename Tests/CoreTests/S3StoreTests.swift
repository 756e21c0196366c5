import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

/// The store with a small server of S3, which makes every signature again by itself.
///
/// `Tests/s3` does the same with a server that others have written.
struct S3StoreTests {
    private func key(_ text: String) throws -> ObjectKey { try #require(ObjectKey(text)) }

    private func store(
        _ url: String,
        secret: String = "hunter2",
        sizes: S3Store.Sizes = S3Store.Sizes()
    ) throws -> S3Store {
        let account = S3Account(
            endpoint: S3Endpoint(url),
            region: "eu-1",
            key: "public",
            secret: secret,
            sessionToken: "token+/="
        )
        let now = try #require(Timestamp("2026-11-28T12:00:00Z"))
        return S3Store(bucket: "bucket", prefix: "a/b", account: account, sizes: sizes) { now }
    }

    @Test func `what was put comes back, and can be listed and removed`() async throws {
        try await withServer { url, folder in
            let (store, path) = (try store(url), "\(folder)/back")
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
            for bytes in [bytes, []] {
                try Data(bytes).write(to: URL(filePath: "\(folder)/sent"))
                try await store.put(key("x/y.bin"), file: "\(folder)/sent")
                try await store.get(key("x/y.bin"), to: path)
                #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == bytes)
                #expect(try await store.size(of: key("x/y.bin")) == bytes.count)
            }
            // The server gives two keys a page.
            for name in ["x-1", "z", "x/a", "w"] { try await store.put(key(name), file: "\(folder)/sent") }
            #expect(try await store.list("").map(\.key.text) == ["w", "x-1", "x/a", "x/y.bin", "z"])
            #expect(try await store.list("x/").map(\.key.text) == ["x/a", "x/y.bin"])
            #expect(try await store.list("x/").allSatisfy { $0.size == 0 && $0.storedAt != nil })

            try await store.remove(key("z"))
            try await store.remove(key("z"))
            #expect(try await store.size(of: key("z")) == nil)
            await #expect(throws: ObjectFault.missing("s3://bucket/a/b: NoSuchKey.")) {
                try await store.get(key("z"), to: path)
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a large file goes in parts, which are removed if one fails`() async throws {
        try await withServer { url, folder in
            let store = try store(url, sizes: S3Store.Sizes(putMax: 1_000, part: 400, partsMax: 100))
            let bytes = (0..<1_001).map { UInt8(truncatingIfNeeded: $0 * 7) }
            try Data(bytes).write(to: URL(filePath: "\(folder)/sent"))

            try await store.put(key("large"), file: "\(folder)/sent")
            try await store.get(key("large"), to: "\(folder)/back")
            #expect(try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/back"))) == bytes)
            #expect(try await lines(url, "uploads") == ["a/b/large 400 400 201", "open 0"])

            await #expect(throws: ObjectFault.self) {
                try await store.put(key("refused-part"), file: "\(folder)/sent")
            }
            #expect(try await store.size(of: key("refused-part")) == nil)
            #expect(try await lines(url, "uploads").last == "open 0")
        }
    }

    @Test func `the parts of a huge file are larger, so that they are not too many`() async throws {
        try await withServer { url, folder in
            let store = try store(url, sizes: S3Store.Sizes(putMax: 10, part: 10, partsMax: 3))
            try Data(count: 100).write(to: URL(filePath: "\(folder)/sent"))

            try await store.put(key("huge"), file: "\(folder)/sent")

            #expect(try await lines(url, "uploads").first == "a/b/huge 34 34 32")
        }
    }

    @Test func `a request is repeated while the store is too busy, and not forever`() async throws {
        try await withServer { url, folder in
            let store = try store(url)
            try Data([1, 2]).write(to: URL(filePath: "\(folder)/sent"))

            // The server answers the first two requests for such a key with 503.
            try await store.put(key("busy-put"), file: "\(folder)/sent")
            #expect(try await store.size(of: key("busy-put")) == 2)
            await #expect(throws: ObjectFault.unavailable("s3://bucket/a/b: SlowDown.")) {
                try await store.put(key("always-busy"), file: "\(folder)/sent")
            }
            // It is cut off twice.
            try await store.put(key("cut"), file: "\(folder)/sent")
            try await store.get(key("cut"), to: "\(folder)/back")
            #expect(try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/back"))) == [1, 2])
        }
    }

    @Test func `a wrong secret is refused, and in no message`() async throws {
        try await withServer { url, folder in
            let store = try store(url, secret: "hunter3")
            try Data([1]).write(to: URL(filePath: "\(folder)/sent"))
            do {
                try await store.put(key("a"), file: "\(folder)/sent")
                Issue.record("The signature is wrong.")
            } catch ObjectFault.refused(let reason) {
                #expect(reason == "s3://bucket/a/b: SignatureDoesNotMatch.")
            }
            await #expect(throws: ObjectFault.wrong("s3://bucket/a/b: HTTP 301, its region is eu-2.")) {
                try await self.store(url).size(of: key("elsewhere"))
            }
        }
    }

    @Test func `a bucket that does not exist is a wrong place, and no missing object`() async throws {
        try await withServer { url, folder in
            let fault = ObjectFault.wrong("s3://bucket/a/b: NoSuchBucket.")
            let store = try store(url)
            await #expect(throws: fault) { try await store.get(key("no-bucket"), to: "\(folder)/back") }
            await #expect(throws: fault) { try await store.remove(key("no-bucket")) }
        }
    }

    @Test func `a server that is away is named, without the keys`() async throws {
        let store = try store("http://127.0.0.1:1")
        do {
            _ = try await store.size(of: key("a"))
            Issue.record("Nothing listens there.")
        } catch ObjectFault.unavailable(let reason) {
            #expect(reason.hasPrefix("s3://bucket/a/b: 127.0.0.1 cannot be reached"))
            #expect(!reason.contains("public") && !reason.contains("hunter2"))
        }
    }

    private func lines(_ url: String, _ path: String) async throws -> [String] {
        let answer = try await HTTPClient().send("GET", "\(url)/-/\(path)")
        return String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map { String($0) }
    }
}

/// Runs `body` with the URL of a server that runs as long as `body`, and with a directory.
private func withServer(_ body: (String, String) async throws -> Void) async throws {
    try await PythonServer.with(program) { server in
        try await withTemporaryDirectory { try await body(server.url, $0) }
    }
}

private let program = """
    import hashlib, hmac, urllib.parse
    from xml.sax.saxutils import escape

    objects, uploads, log, seen = {}, {}, [], {}

    class Handler(HTTPHandler):
        protocol_version = "HTTP/1.1"

        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = urllib.parse.urlsplit(self.path)
            query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
            if parts.path == "/-/uploads":
                return self.say(200, "\\n".join(log + [f"open {len(uploads)}"]))
            code = self.refusal(parts, body)
            if code:
                return self.say(403, f"<Error><Code>{code}</Code><StringToSign>secret</StringToSign></Error>")
            if parts.path == "/bucket":
                return self.listing(query)
            key = parts.path.removeprefix("/bucket/")
            name = key.removeprefix("a/b/")
            seen[self.command, name] = seen.get((self.command, name), 0) + 1
            if "busy" in name and seen[self.command, name] <= (2 if name == "busy-put" else 99):
                return self.say(503, "<Error><Code>SlowDown</Code></Error>")
            if name == "no-bucket":
                return self.say(404, "<Error><Code>NoSuchBucket</Code></Error>")
            if name == "elsewhere":
                return self.say(301, "", {"x-amz-bucket-region": "eu-2"})
            getattr(self, "on_" + self.command.lower())(key, query, body)

        do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = answer

        def on_put(self, key, query, body):
            if "uploadId" not in query:
                objects[key] = body
            elif key.endswith("refused-part") and query["partNumber"] == "2":
                return self.say(400, "<Error><Code>InvalidPart</Code></Error>")
            else:
                uploads[query["uploadId"]][int(query["partNumber"])] = body
            self.say(200, "", {"ETag": '"' + hashlib.md5(body).hexdigest() + '"'})

        def on_post(self, key, query, body):
            if "uploads" in query:
                uploads["id+/="] = {}
                return self.say(200, "<InitiateMultipartUploadResult><UploadId>id+/=</UploadId></InitiateMultipartUploadResult>")
            parts = uploads.pop(query["uploadId"])
            wanted = "".join(
                f'<Part><PartNumber>{number}</PartNumber><ETag>"{hashlib.md5(part).hexdigest()}"</ETag></Part>'
                for number, part in sorted(parts.items()))
            if body.decode() != f"<CompleteMultipartUpload>{wanted}</CompleteMultipartUpload>":
                return self.say(200, "<Error><Code>InternalError</Code></Error>")
            objects[key] = b"".join(part for _, part in sorted(parts.items()))
            log.append(" ".join([key] + [str(len(part)) for _, part in sorted(parts.items())]))
            self.say(200, "<CompleteMultipartUploadResult/>")

        def on_get(self, key, query, body):
            if key not in objects:
                return self.say(404, "<Error><Code>NoSuchKey</Code></Error>")
            if key.endswith("/cut") and seen[self.command, "cut"] <= 2:
                self.send_response(200)
                self.send_header("Content-Length", str(len(objects[key])))
                self.end_headers()
                self.wfile.write(objects[key][:-1])
                self.close_connection = True
                return
            self.say(200, objects[key])

        on_head = on_get

        def on_delete(self, key, query, body):
            if "uploadId" in query:
                uploads.pop(query["uploadId"], None)
            else:
                objects.pop(key, None)
            self.say(204, "")

        def listing(self, query):
            found = sorted(key for key in objects if key.startswith(query["prefix"]))
            rest = [key for key in found if key > query.get("continuation-token", "")]
            more = len(rest) > 2
            entries = "".join(
                f"<Contents><Key>{escape(key)}</Key><LastModified>2026-11-28T12:00:00.000Z</LastModified>"
                f"<Size>{len(objects[key])}</Size></Contents>" for key in rest[:2])
            next_ = f"<NextContinuationToken>{rest[1]}</NextContinuationToken>" if more else ""
            self.say(200, f"<ListBucketResult>{entries}<IsTruncated>{str(more).lower()}</IsTruncated>{next_}</ListBucketResult>")

        def refusal(self, parts, body):
            headers = {name.lower(): value for name, value in self.headers.items()}
            digest, time = headers["x-amz-content-sha256"], headers["x-amz-date"]
            if digest != hashlib.sha256(body).hexdigest():
                return "XAmzContentSHA256Mismatch"
            names = "host;x-amz-content-sha256;x-amz-date;x-amz-security-token"
            scope = [time[:8], "eu-1", "s3", "aws4_request"]
            lines = "".join(f"{name}:{headers[name]}\\n" for name in names.split(";"))
            pairs = urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
            quote = lambda text: urllib.parse.quote(text, safe="")
            query = "&".join(sorted(f"{quote(name)}={quote(value)}" for name, value in pairs))
            request = "\\n".join([self.command, parts.path, query, lines, names, digest])
            text = "\\n".join(["AWS4-HMAC-SHA256", time, "/".join(scope), hashlib.sha256(request.encode()).hexdigest()])
            key = b"AWS4hunter2"
            for part in scope:
                key = hmac.new(key, part.encode(), hashlib.sha256).digest()
            signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
            wanted = f"AWS4-HMAC-SHA256 Credential=public/{'/'.join(scope)}, SignedHeaders={names}, Signature={signature}"
            return None if headers["authorization"] == wanted else "SignatureDoesNotMatch"

        def say(self, status, body, headers={}):
            body = body if isinstance(body, bytes) else body.encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
    """
