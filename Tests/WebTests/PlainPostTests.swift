import HTTPTypes
import NIOCore
import NIOEmbedded
import Storage
import TestSupport
import Testing

@testable import Web

/// The reader of plain POSTs and the HTTP decoder must see the same requests in the same bytes.
struct PlainPostTests {
    private static let target = "/x/a:do?b=%20"
    private static let common = "Host: a.example\r\nX-Own:\t b \r\n"
    private static let plain = post("hello")
    /// Its route leaves it to the regular path.
    private static let refused = post("oh no")

    private static func post(_ body: String, _ fields: String = PlainPostTests.common) -> String {
        "POST \(target) HTTP/1.1\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// It tells what it was asked, and counts how often.
    fileprivate static func route(_ asked: AtomicCounter = AtomicCounter()) -> FastRoute {
        FastRoute(
            prefix: "/x/",
            suffix: ":do",
            bodySizeMax: 100,
            fields: [.cacheControl: "private", .accessControlAllowOrigin: "*"]
        ) { request in
            asked.increment()
            let text = String(buffer: request.body)
            guard !text.contains("no") else { return nil }
            let fields = request.fields.map { "\($0.name.canonicalName)=\($0.value)" }
            let seen = "fast \(request.target) \(request.authority ?? "") \(fields) \(text)"
            return FastAnswer(ByteBuffer(string: seen), etag: text.contains("tag") ? "a\r\nb" : nil)
        }
    }

    /// Each differs from a plain request in one thing that could change its meaning or its end.
    private static let strange: [String] = [
        "POST \(target) HTTP/1.0\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "post \(target) HTTP/1.1\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "PUT \(target) HTTP/1.1\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "POST http://a\(target) HTTP/1.1\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "POST /x/a:other HTTP/1.1\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "POST /y/a:do HTTP/1.1\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "POST /x/a?:do HTTP/1.1\r\n\(common)Content-Length: 2\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)\r\n", post(""), post(String(repeating: "x", count: 101)),
        "POST \(target) HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length: 02\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length: +2\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length: 2, 2\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length: 0x2\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length: 18446744073709551618\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length:\r\n\r\nhi",
        "POST \(target) HTTP/1.1\r\n\(common)Content-Length : 2\r\n\r\nhi",
        post("hi", common + "Content-Length: 2\r\n"), post("hi", common + "content-length: 1\r\n"),
        post("hi", common + "Host: b\r\n"), post("hi", common + "Transfer-Encoding: chunked\r\n"),
        post("hi", common + "Expect: 100-continue\r\n"), post("hi", common + "Connection: close\r\n"),
        post("hi", common + "Connection: keep-alive\r\nConnection: keep-alive\r\n"),
        post("hi", common + "Upgrade: h2c\r\n"), post("hi", common + "Trailer: X\r\n"),
        post("hi", common + "X: b\r\n c\r\n"), post("hi", common + "X: \u{e9}\r\n"),
        String(post("hello").dropLast()),
    ]

    @Test(arguments: strange)
    func `what is not plainly one whole POST to a route is not taken`(request: String) {
        #expect(plainPost(request) == nil)
    }

    @Test func `a plain POST is read with all its fields but the host`() throws {
        let text =
            "POST \(Self.target) HTTP/1.1\r\nhOST: a.example:80\r\ncontent-length:  5 \r\nX-Empty:\r\n"
            + "Connection: Keep-Alive\r\nX: 1\r\nX: 2\r\n\r\nhelloPOST /"
        let request = try #require(plainPost(text))

        #expect(request.target == Self.target)
        #expect(request.authority == "a.example:80")
        #expect(
            request.fields.map(\.name.canonicalName) == ["content-length", "x-empty", "connection", "x", "x"]
        )
        #expect(request.fields.map(\.value) == ["5", "", "Keep-Alive", "1", "2"])
        #expect(request.body.count == 5)
        #expect(request.body.upperBound == text.utf8.count - 6)
    }

    @Test func `a route whose prefix is its suffix has one path`() {
        let one = FastRoute(prefix: "/x/do", suffix: "/x/do", bodySizeMax: 1, fields: [:]) { _ in nil }

        #expect(one.fits("/x/do"))
        #expect(one.fits("/x/do?a=/y"))
        #expect(!one.fits("/x/do/x/do"))
        #expect(!one.fits("/x/do/"))
        #expect(!one.fits("/x/d"))
        #expect(!one.fits("/y?/x/do"))
    }

    @Test func `an answer has the same bytes from both readers`() async throws {
        try await withVitrina { vitrina in
            for body in ["hello", "tag", "{\"é\":1}", "oh no"] {
                let request = Self.post(body)
                let (whole, split) = (
                    try PlainReaderLine(vitrina, routes: [Self.route()]),
                    try PlainReaderLine(vitrina, routes: [Self.route()])
                )
                try whole.receive(request)
                for byte in request.utf8 { try split.receive([byte]) }
                let sent = try whole.sent()

                #expect(try split.sent() == sent)
                #expect(sent.contains(body == "oh no" ? "seen POST" : "fast \(Self.target)"))
                #expect(whole.decoded == (body == "oh no" ? request.utf8.count : 0))
                #expect(split.decoded == request.utf8.count)
            }
        }
    }

    @Test func `it takes over again after a response of the regular path, which asks no route again`()
        async throws
    {
        try await withVitrina { vitrina in
            let asked = AtomicCounter()
            let line = try PlainReaderLine(vitrina, routes: [Self.route(asked)])
            try line.receive(Self.plain + Self.refused + Self.plain)

            #expect(asked.value == 3)
            #expect(line.decoded == Self.refused.utf8.count)
            #expect(try line.sent().split(separator: "HTTP/1.1 200 OK").count == 3)

            // The decoder reads the rest of a request that has not come at once, and all that follow.
            try line.receive(String(Self.plain.dropLast()))
            try line.receive("o" + Self.plain)
            #expect(asked.value == 5)
            #expect(line.decoded == Self.refused.utf8.count + 2 * Self.plain.utf8.count)
        }
    }

    @Test func `a request waits until the client has taken what was sent before`() async throws {
        try await withVitrina { vitrina in
            let asked = AtomicCounter()
            let line = try PlainReaderLine(vitrina, routes: [Self.route(asked)])
            line.channel.isWritable = false
            try line.receive(Self.plain)
            #expect(asked.value == 0)
            line.channel.isWritable = true
            line.channel.pipeline.fireChannelWritabilityChanged()

            #expect(asked.value == 1)
            #expect(try line.sent().contains("fast \(Self.target)"))
            #expect(line.decoded == 0)
        }
    }

    @Test func `requests of any form, whole or in pieces, get the same answers`() async throws {
        try await withVitrina { vitrina in
            var random = Fuzz.random(21)
            for _ in 0..<Fuzz.rounds(300) {
                let input = Array(Self.requests(&random).utf8)
                try PlainReaderLine.expectSameAnswers(to: input, of: vitrina, routes: [Self.route()], &random)
            }
        }
    }

    /// A few requests after one another, most of them plain, some changed in one byte.
    private static func requests(_ random: inout SeededRandom) -> String {
        let own = ["hello", "hi", "tag", "oh no", "\r\n\r\n", "POST / HTTP/1.1\r\n\r\n"]
        let more = [
            "", "", "Content-Type: application/json\r\n", "Connection: keep-alive\r\n", "Cookie: a; b\r\n",
            "X-Forwarded-For: 1.2.3.4\r\n", "Origin: https://a.example\r\n", "X: \t y \t\r\n", "X-Empty:\r\n",
        ]
        var text = ""
        for _ in 0...random.below(3) {
            var request = post(random.pick(own), common + random.pick(more) + random.pick(more))
            switch random.below(6) {
            case 0: request = random.pick(strange)
            case 1: request = "GET /api/v1/events HTTP/1.1\r\nHost: a\r\n\r\n"
            case _: break
            }
            if random.below(5) == 0 {
                var scalars = Array(request.unicodeScalars)
                scalars[random.below(scalars.count)] = random.pick([
                    "\r", "\n", " ", ":", "\t", "\u{7f}", "0", "a", ";",
                ])
                request = String(String.UnicodeScalarView(scalars))
            }
            text += request
        }
        return text
    }
}

private func plainPost(_ text: String) -> PlainPost? {
    let routes = [FastPath.CountedRoute(PlainPostTests.route(), RequestMetrics([]))]
    return PlainPost(Array(text.utf8).span, to: routes)
}
