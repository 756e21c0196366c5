import Core
import HTTPTypes
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Web

/// The reader of plain GETs and the HTTP decoder must see the same requests in the same bytes.
struct PlainReaderTests {
    private static let target = "/api/v1/offers?on_home=true"
    private static let plain = "GET \(target) HTTP/1.1\r\nHost: mall.example\r\n\r\n"
    private static let other = "GET /api/v1/events HTTP/1.1\r\nHost: mall.example\r\n\r\n"

    /// Each differs from a plain request in one thing that could change its meaning or its end.
    private static let strange = [
        "GET \(target) HTTP/1.0\r\nHost: a\r\n\r\n", "GET \(target) HTTP/1.1\r\n\r\n",
        "GET  \(target) HTTP/1.1\r\nHost: a\r\n\r\n", "GET \(target)  HTTP/1.1\r\nHost: a\r\n\r\n",
        "get \(target) HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD \(target) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://a\(target) HTTP/1.1\r\nHost: a\r\n\r\n", "GET \(target) HTTP/1.1\nHost: a\n\n",
        "\r\nGET \(target) HTTP/1.1\r\nHost: a\r\n\r\n", "GET \(target)\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET \(target) HTTP/1.1\r\nHost:\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nCONTENT-LENGTH: 5\r\n\r\nhello",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\n Content-Length: 5\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nX: b\nContent-Length: 5\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nX: b\u{0}\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nX: \u{e9}\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: keep-alive\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, upgrade\r\nUpgrade: h2c\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        "GET \(target) HTTP/1.1\r\nHost: a\r\n", "GET \(target) HTTP/1.1\r\nHost: a\r\n\r",
    ]

    @Test(arguments: strange)
    func `what is not plainly one whole GET is not taken`(request: String) {
        #expect(plainGet(request) == nil)
    }

    @Test func `a request that is too large, or has too many fields, is not taken`() {
        let long =
            "GET \(Self.target) HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 8192))\r\n\r\n"
        let many = "GET \(Self.target) HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 65))\r\n"

        #expect(plainGet(long) == nil)
        #expect(plainGet(many) == nil)
    }

    @Test func `a plain GET is read with the fields that its response depends on`() throws {
        let text =
            "GET /a?b=%20 HTTP/1.1\r\nUser-Agent: x\r\nhOST:\t mall.example:80 \r\nConnection: Keep-Alive\r\n"
            + "accept-LANGUAGE: ru\r\nIf-None-Match: \"a\"\r\nIf-None-Match: \"b\"\r\n\r\nGET /"
        let request = try #require(plainGet(text))

        #expect(request.target == "/a?b=%20")
        #expect(request.authority == "mall.example:80")
        #expect(request.fields[.acceptLanguage] == "ru")
        #expect(request.fields[values: .ifNoneMatch] == ["\"a\"", "\"b\""])
        #expect(request.fields.count == 3)
        #expect(request.size == text.utf8.count - 5)
    }

    @Test func `a cached response has the same bytes from both readers`() async throws {
        try await withVitrina { vitrina in
            let etag = cacheAnswer(vitrina)
            for fields in [
                "", "Accept-Encoding: gzip\r\n", "If-None-Match: \"\(etag)\"\r\n", "If-None-Match: *\r\n",
            ] {
                let request = "GET \(Self.target) HTTP/1.1\r\nHost: mall.example\r\n\(fields)\r\n"
                let (whole, split) = (try PlainReaderLine(vitrina), try PlainReaderLine(vitrina))
                try whole.receive(request)
                for byte in request.utf8 { try split.receive([byte]) }

                #expect(try whole.sent() == split.sent())
                #expect(whole.decoded == 0)
                #expect(split.decoded == request.utf8.count)
            }
        }
    }

    @Test func `it takes over again after a response that was not in the cache, and not after anything else`()
        async throws
    {
        try await withVitrina { vitrina in
            _ = cacheAnswer(vitrina)
            let line = try PlainReaderLine(vitrina)
            try line.receive(Self.plain + Self.other)
            #expect(line.decoded == Self.other.utf8.count)
            try line.receive(Self.plain)
            #expect(line.decoded == Self.other.utf8.count)

            try line.receive("POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            let before = line.decoded
            try line.receive(Self.plain)
            #expect(line.decoded == before + Self.plain.utf8.count)
            let answers = try line.sent().split(separator: "HTTP/1.1 200 OK").count
            #expect(answers == 5)
        }
    }

    @Test func `a connection is closed once it was not used for a while, and not before`() async throws {
        try await withVitrina { vitrina in
            _ = cacheAnswer(vitrina)
            let line = try PlainReaderLine(vitrina)
            // Cached responses, and one that is made.
            for request in [Self.plain, Self.plain, Self.other] {
                line.channel.embeddedEventLoop.advanceTime(by: FastPath.idleMax - .seconds(1))
                try line.receive(request)
            }
            #expect(try line.sent().split(separator: "HTTP/1.1 200 OK").count == 3)
            line.channel.embeddedEventLoop.advanceTime(by: FastPath.idleMax - .seconds(1))
            #expect(line.channel.isActive)
            // The rest of this request never comes.
            try line.receive("GET /")
            line.channel.embeddedEventLoop.advanceTime(by: FastPath.idleMax)

            #expect(!line.channel.isActive)
        }
    }

    @Test func `a request waits until the client has taken what was sent before`() async throws {
        try await withVitrina { vitrina in
            _ = cacheAnswer(vitrina)
            let line = try PlainReaderLine(vitrina)
            line.channel.isWritable = false
            try line.receive(Self.plain)
            #expect(try line.sent() == "")
            line.channel.isWritable = true
            line.channel.pipeline.fireChannelWritabilityChanged()

            #expect(try line.sent().contains("HTTP/1.1 200 OK"))
            #expect(line.decoded == 0)
        }
    }

    @Test func `requests of any form, whole or in pieces, get the same answers`() async throws {
        try await withVitrina { vitrina in
            _ = cacheAnswer(vitrina)
            var random = Fuzz.random(20)
            for _ in 0..<Fuzz.rounds(300) {
                let input = Array(Self.requests(&random).utf8)
                try PlainReaderLine.expectSameAnswers(to: input, of: vitrina, &random)
            }
        }
    }

    /// A few requests after one another, most of them plain, some changed in one byte.
    private static func requests(_ random: inout SeededRandom) -> String {
        let fields = [
            "User-Agent: okhttp/4.12", "Accept-Language: ru-RU,ru;q=0.9", "accept-language: en",
            "Accept: */*",
            "Accept-Encoding: gzip, br", "If-None-Match: *", "token: abc", "Origin: https://a.example",
            "Connection: keep-alive", "Connection: close", "Cookie: a=b", "X-Forwarded-For: 1.2.3.4",
            "Content-Length: 0", "Content-Length: 3", "Transfer-Encoding: chunked", "X-Empty:", "X: \t y \t",
        ]
        var text = ""
        for _ in 0...random.below(3) {
            var request =
                random.below(4) > 0
                ? plain : random.pick(strange + [other, "POST /api/v1/x HTTP/1.1\r\nHost: a\r\n\r\n"])
            for _ in 0..<random.below(4) {
                guard request.hasSuffix("\r\n\r\n") else { break }
                // CR LF is one character.
                request.removeLast()
                request += "\(random.pick(fields))\r\n\r\n"
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

private func plainGet(_ text: String) -> PlainGet? { PlainGet(Array(text.utf8).span) }

/// Puts a response for the plain request into the cache; returns its entity tag.
private func cacheAnswer(_ vitrina: Vitrina) -> String {
    let answer = Answer(
        PublicAnswer(body: Array(String(repeating: "Кофе и булочки. ", count: 100).utf8)),
        validUntil: nil
    )
    for language in Language.allCases {
        vitrina.services.answers.keep(
            answer,
            for: Answers.Key(
                target: "/api/v1/offers?on_home=true",
                baseURL: "https://mall.example",
                language: language
            ),
            generation: vitrina.services.live.state.generation
        )
    }
    return answer.etag
}
