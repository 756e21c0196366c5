import Core
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import Storage
import TestSupport
import Testing

@testable import Web

/// HTTPS of the server itself, with clients that people use.
struct TLSTests {
    private static let secureOnly = "Strict-Transport-Security: max-age=15552000\r\n"

    /// A server with TLS.
    private struct Site: Sendable {
        let vitrina: Vitrina
        let tls: ServerTLS
        let certificate: TestCertificate
        let folder: String
        /// The host and port, `127.0.0.1:PORT`.
        let authority: String

        /// Runs curl on a path.
        func curl(_ path: String, _ arguments: String...) async throws -> String {
            try await curl(path, arguments)
        }

        func curl(_ path: String, _ arguments: [String]) async throws -> String {
            try await said(
                by: ["curl", "--silent", "--cacert", certificate.files.certificate] + arguments
                    + ["https://\(authority)\(path)"]
            ).text
        }
    }

    private static func with(_ body: @escaping @Sendable (Site) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let certificate = try await TestCertificate(in: folder)
            let tls = try ServerTLS(certificate.files) { now() }
            let settings = WebSettings(publicURL: "https://mall.example", rateLimit: 0, tls: tls)
            try await withVitrina(settings: settings) { vitrina in
                try await withHTTP(vitrina) { url in
                    try await body(
                        Site(
                            vitrina: vitrina,
                            tls: tls,
                            certificate: certificate,
                            folder: folder,
                            authority: String(url.dropFirst("http://".count))
                        )
                    )
                }
            }
        }
    }

    @Test func `many requests share a connection, and a browser is told to stay with HTTPS`() async throws {
        try await Self.with { site in
            let report = "%{num_connects} %{http_code} %{http_version}\n"
            let lines = try await site.curl("/livez?[1-50]", "--output", "/dev/null", "--write-out", report)
                .split(separator: "\n")
            #expect(lines.first == "1 200 1.1" && lines.count == 50)
            #expect(lines.dropFirst().allSatisfy { $0 == "0 200 1.1" }, "\(lines)")

            let head = try await site.curl("/login", "--output", "/dev/null", "--dump-header", "-")
            #expect(head.contains(Self.secureOnly), "\(head)")
            #expect(
                Clients(settings: WebSettings(tls: site.tls), now: now)
                    .baseURL(authority: "mall.example", headers: [:]) == "https://mall.example"
            )
        }
    }

    @Test func `every answer tells a browser to stay with HTTPS, once`() async throws {
        try await Self.with { site in
            let kinds: [(path: String, arguments: [String])] = [
                // The second one is from the cache.
                (PublicReadTests.slider, []), (PublicReadTests.slider, []),
                (PublicReadTests.slider, ["--head"]),
                (PublicReadTests.slider, ["--header", "If-None-Match: *"]),
                (PublicReadTests.slider, ["--request", "OPTIONS"]), ("/api/v1/nothing", []),
                ("/admin/api/v1/mall/tags", []), ("/livez", []),
                ("/nothing", ["--header", "Accept: text/html"]),
                // This is no HTTP.
                ("/", ["--request", "G(T"]),
            ]
            for (path, arguments) in kinds {
                let options = arguments + ["--output", "/dev/null", "--dump-header", "-"]
                let head = try await site.curl(path, options)
                #expect(head.ranges(of: Self.secureOnly).count == 1, "\(path) \(arguments) \(head)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `answers before the decoder say so, too, if the public address is one of HTTPS`(
        isSecure: Bool
    ) async throws {
        try await withTemporaryDirectory { folder in
            let files = try await TestCertificate(in: folder).files
            let tls = try ServerTLS(files) { now() }
            let name = "\(isSecure ? "https" : "http")://mall.example"
            try await withVitrina(settings: WebSettings(publicURL: name, rateLimit: 0, tls: tls)) { vitrina in
                try await LargeAnswers.cache(in: vitrina, at: name)
                let route = FastRoute(prefix: "/x", suffix: "/x", bodySizeMax: 9, fields: [:]) { _ in
                    FastAnswer(ByteBuffer(string: "hello"))
                }
                let known = "\(LargeAnswers.requests(["a"]).dropLast())If-None-Match: *\r\n\r\n"
                let post = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
                let requests = LargeAnswers.requests(["a"]) + known + post
                let (whole, split) = (
                    try PlainReaderLine(vitrina, routes: [route]),
                    try PlainReaderLine(vitrina, routes: [route])
                )
                try whole.receive(requests)
                for byte in requests.utf8 { try split.receive([byte]) }
                let sent = try whole.sent()

                #expect(try split.sent() == sent)
                #expect(whole.decoded == 0)
                #expect(sent.ranges(of: "HTTP/1.1 ").count == 3)
                #expect(sent.ranges(of: Self.secureOnly).count == (isSecure ? 3 : 0))
            }
        }
    }

    @Test func `large bodies arrive whole in both directions, also at a slow client`() async throws {
        try await Self.with { site in
            let (sent, received) = ("\(site.folder)/sent.zip", "\(site.folder)/received.zip")
            #expect(try await said(by: ["python3", "-c", archive, sent]).status == 0)
            let token = try await site.vitrina.newToken().secret
            let answer = try await site.curl(
                "/admin/api/v1/media?name=sent.zip",
                "--header",
                "Authorization: Bearer \(token)",
                "--header",
                "Content-Type: application/octet-stream",
                "--data-binary",
                "@\(sent)"
            )
            let path = try #require(try JSON(parsing: answer)["url"]?.string, "\(answer)")
            let expected = try Data(contentsOf: URL(filePath: sent))
            for limit in ["0", "20M"] {
                _ = try await site.curl(path, "--limit-rate", limit, "--output", received)
                let bytes = try Data(contentsOf: URL(filePath: received))
                #expect(bytes == expected, "\(bytes.count) of \(expected.count)")
            }
        }
    }

    @Test func `plain HTTP is told what it misses, and old versions of TLS are refused`() async throws {
        try await Self.with { site in
            let plain = try await said(by: ["curl", "--silent", "http://\(site.authority)/livez"])
            #expect(plain.status == 0 && plain.text == "This port speaks HTTPS.\n", "\(plain)")

            let client = ["openssl", "s_client", "-connect", site.authority, "-cipher", "ALL:@SECLEVEL=0"]
            let old = try await said(by: client + ["-tls1_1"])
            #expect(old.status != 0 && old.text.contains("alert protocol version"), "\(old.text)")
            let new = try await said(by: client + ["-tls1_2"])
            #expect(new.status == 0 && new.text.contains("Cipher is ECDHE"), "\(new.text)")
        }
    }

    @Test func `a client that does not end its handshake is cut off`() async throws {
        try await withTemporaryDirectory { folder in
            let certificate = try await TestCertificate(in: folder)
            let tls = try ServerTLS(certificate.files, handshakeMax: .seconds(3)) { now() }
            let log = LogLines()
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "line"), promise: nil)
            try tls.secure(channel, log.logger)
            // The beginning of a record.
            try channel.writeInbound(ByteBuffer(bytes: [22, 3, 1]))
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(2_999))
            #expect(channel.isActive)
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))

            #expect(!channel.isActive)
            #expect(log.all.contains { $0.contains("the handshake takes too long") })
        }
    }

    @Test func `a new certificate is for new connections, and a wrong one is not taken`() async throws {
        try await Self.with { site in
            let first = try await TestCertificate(in: site.folder, name: "first")
            let second = try await TestCertificate(in: site.folder, name: "second")
            try first.replace(site.certificate)
            try site.tls.reload()
            let (input, output) = (Pipe(), Pipe())
            let port = String(site.authority.split(separator: ":")[1])
            let process = ChildProcess(
                "/usr/bin/env",
                ["python3", "-c", client, port, first.files.certificate, second.files.certificate],
                input: .pipe(input),
                output: .pipe(output)
            )
            try process.run()
            let before = try await onThread { output.line() }
            #expect(before == "200\n")

            try second.replace(site.certificate)
            #expect(try site.tls.reloadIfChanged())
            #expect(try !site.tls.reloadIfChanged())
            let words = "is not that of"
            try Data(contentsOf: URL(filePath: first.files.key))
                .write(to: URL(filePath: site.certificate.files.key))
            #expect(refusal { _ = try site.tls.reloadIfChanged() }.contains(words))
            // It is said once.
            #expect(try !site.tls.reloadIfChanged())
            #expect(refusal { try site.tls.reload() }.contains(words))
            #expect(site.vitrina.services.reloads.map(\.name) == ["TLS certificate"])

            try input.fileHandleForWriting.close()
            let after = try await onThread { String(decoding: output.rest(), as: UTF8.self) }
            #expect(after == "200 200\n")
        }
    }

    @Test func `files that no client would accept are refused with the reason`() async throws {
        try await withTemporaryDirectory { folder in
            let own = try await TestCertificate(in: folder).files
            let other = try await TestCertificate(in: folder, name: "other").files
            func words(_ certificate: String, _ key: String, after duration: Duration = .zero) -> String {
                refusal {
                    let identity = try TLSIdentity(TLSFiles(certificate: certificate, key: key))
                    if let fault = identity.validity.fault(at: now().advanced(by: duration)) { throw fault }
                }
            }
            #expect(words(own.certificate, own.key) == "")
            #expect(words(own.certificate, other.key).contains("is not that of the first certificate"))
            #expect(words(own.certificate, own.certificate).contains("there is no private key in PEM"))
            #expect(words(own.key, own.key).contains("there must be 1 to 10 certificates"))
            #expect(words(folder + "/none", own.key).contains("No such file or directory"))
            #expect(words(own.certificate, own.key, after: .seconds(31 * 86_400)).contains("has expired"))
            #expect(words(own.certificate, own.key, after: .seconds(-86_400)).contains("is not valid before"))
            #expect(words("/dev/zero", own.key).contains("has more than"))
        }
    }
}

/// Makes an archive of five megabytes.
private let archive = """
    import os, sys, zipfile

    with zipfile.ZipFile(sys.argv[1], "w") as archive:
        archive.writestr("a", os.urandom(5 << 20))
    """

/// A client that keeps a connection over a change of the certificate.
private let client = """
    import http.client, ssl, sys

    def connect(authority):
        context = ssl.create_default_context(cafile=authority)
        return http.client.HTTPSConnection("127.0.0.1", int(sys.argv[1]), context=context)

    def get(connection):
        connection.request("GET", "/livez")
        answer = connection.getresponse()
        answer.read()
        return answer.status

    old = connect(sys.argv[2])
    print(get(old), flush=True)
    sys.stdin.read()
    print(get(old), get(connect(sys.argv[3])), flush=True)
    """

private func now() -> Timestamp { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) ?? .earliest }

/// The words of the fault that the action throws; empty if there is none.
private func refusal(_ action: () throws -> Void) -> String {
    do {
        try action()
        return ""
    } catch {
        return "\(error)"
    }
}

/// Runs a program to its end, and returns what it has said.
private func said(by words: [String]) async throws -> (status: Int32, text: String) {
    let output = Pipe()
    let both = ["sh", "-c", #"exec "$@" 2>&1"#, "sh"]
    let process = ChildProcess("/usr/bin/env", both + words, output: .pipe(output))
    return try await onThread {
        try process.run()
        let text = String(decoding: output.rest(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
