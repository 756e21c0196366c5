import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// Clients that do not take what is sent to them, over real connections.
struct UntakenAnswerTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let large = "/api/v1/openapi.json"

    @Test func `a client that takes nothing of its answer is cut off, and a silent stream is not`()
        async throws
    {
        try await withVitrina { vitrina in
            let token = try await vitrina.newToken(of: .viewer).secret
            let open = vitrina.services.metrics.requests.connections
            try await withHTTP(vitrina, untakenMax: .seconds(2)) { url in
                let stream = try EventStream(
                    url,
                    "/admin/api/v1/events",
                    headers: ["Authorization: Bearer \(token)"]
                )
                let hasBegun = try await holds { stream.events.count == 1 }
                #expect(hasBegun)

                // Together the answers are larger than all buffers in between, so that a handler waits.
                let more = Array(repeating: "\r\nGET \(Self.large) HTTP/1.1\r\nHost: 127.0.0.1", count: 200)
                let deaf = try EventStream(url, Self.large, headers: more, reads: false)
                let isOpen = try await holds { open.value == 2 }
                #expect(isOpen)
                let isCut = try await holds { open.value == 1 }

                #expect(isCut)
                deaf.read()
                let isClosed = try await holds { deaf.isClosed }
                #expect(isClosed)
                #expect(deaf.status == 200 && deaf.text.utf8.count < 1_000_000)
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
                let isTold = try await holds { stream.titles == ["Кофе"] }
                #expect(isTold && !stream.isClosed)
            }
        }
    }

    /// Without TLS the client closes its half after the last request.
    @Test(arguments: [false, true])
    func `a client that asks for much and reads late gets all of it, in order`(hasTLS: Bool) async throws {
        try await withTemporaryDirectory { folder in
            let files = try await TestCertificate(in: folder).files
            let tls = try ServerTLS(files) {
                Timestamp(seconds: Int64(Date().timeIntervalSince1970)) ?? .earliest
            }
            let settings = WebSettings(
                publicURL: "https://mall.example",
                rateLimit: 0,
                tls: hasTLS ? tls : nil
            )
            try await withVitrina(settings: settings) { vitrina in
                try await withHTTP(vitrina) { url in
                    let requests = folder + "/requests"
                    let pair = [Self.large, "/api/v1/offers"].map {
                        "GET \($0) HTTP/1.1\r\nHost: mall.example\r\n\r\n"
                    }
                    try String(repeating: pair.joined(), count: 100).write(
                        toFile: requests,
                        atomically: false,
                        encoding: .utf8
                    )
                    let port = String(url.split(separator: ":").last ?? "")
                    let output = Pipe()
                    let process = ChildProcess(
                        "/usr/bin/env",
                        ["python3", "-c", lateReader, port, requests] + (hasTLS ? [files.certificate] : []),
                        output: .pipe(output)
                    )
                    try process.run()
                    let said = try await onThread { String(decoding: output.rest(), as: UTF8.self) }
                    #expect(said == "200 answers, two sizes in turn, nothing after them\n")
                }
            }
        }
    }
}

/// A client that sends all requests of a file and reads only a second later; it tells what came.
private let lateReader = #"""
    import re, socket, ssl, sys, time

    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    client.settimeout(60)
    client.connect(("127.0.0.1", int(sys.argv[1])))
    if len(sys.argv) > 3:
        client = ssl.create_default_context(cafile=sys.argv[3]).wrap_socket(
            client, server_hostname="127.0.0.1")
    requests = open(sys.argv[2], "rb").read()
    client.sendall(requests)
    if len(sys.argv) == 3:
        client.shutdown(socket.SHUT_WR)
    time.sleep(1)
    data, at, sizes = bytearray(), 0, []

    def receive():
        piece = client.recv(65536)
        data.extend(piece)
        return len(piece) > 0

    while len(sizes) < requests.count(b"GET "):
        while (end := data.find(b"\r\n\r\n", at)) < 0 and receive():
            pass
        if end < 0:
            break
        size = int(re.search(rb"Content-Length: (\d+)", data[at:end])[1])
        while len(data) < end + 4 + size and receive():
            pass
        sizes.append(size)
        at = end + 4 + size
    is_in_turn = len(set(sizes[::2])) == len(set(sizes[1::2])) == 1 and sizes[0] > sizes[1]
    print(len(sizes), "answers,", "two sizes in turn," if is_in_turn else sizes,
          "nothing after them" if len(data) == at else "more after them")
    """#
