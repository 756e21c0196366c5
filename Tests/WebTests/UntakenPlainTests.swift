import Core
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Web

/// Clients that send many plain requests and take nothing of the answers meanwhile.
struct UntakenPlainTests {
    /// True for a socket; behind TLS a channel stays writable until its writes are flushed.
    @Test(arguments: [true, false])
    func `few bytes wait for a client however much it asks for, and all answers come in order`(
        isSocket: Bool
    ) async throws {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let line = try PlainReaderLine(vitrina)
            let client = try SlowClient(line, countsAll: isSocket)
            let letters = LargeAnswers.letters(3_000)

            try line.receive(LargeAnswers.requests(letters))
            try line.receive(LargeAnswers.requests(letters))
            line.channel.read()
            #expect(client.reads == 0)
            let answers = try client.takeAll()

            #expect(answers == letters + letters)
            #expect(client.waitingMax <= SlowClient.marks.high + LargeAnswers.size)
            #expect(client.reads == 1)
            #expect(line.decoded == 0)
            // The next request finds everything as before.
            try line.receive(LargeAnswers.requests(["b"]))
            #expect(try client.takeAll() == ["b"])
            #expect(line.decoded == 0)
        }
    }

    @Test func `a request that is not plain keeps its place among those that wait`() async throws {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let line = try PlainReaderLine(vitrina)
            let client = try SlowClient(line)
            let other = "POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
            // It comes in two parts.
            try line.receive(LargeAnswers.requests(["a", "b"]) + String(other.dropLast(30)))
            try line.receive(String(other.suffix(30)) + LargeAnswers.requests(["c"]))
            #expect(line.decoded == 0)

            // The answer to it begins with its own text.
            #expect(try client.takeAll() == ["a", "b", "s", "c"])
            #expect(line.decoded == (other + LargeAnswers.requests(["c"])).utf8.count)
        }
    }

    @Test func `the time for a body that waited with its request begins afterwards`() async throws {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let line = try PlainReaderLine(vitrina)
            let client = try SlowClient(line)
            let body = "POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx"
            try line.receive(LargeAnswers.requests(["a"]) + body)
            line.channel.read()
            line.channel.embeddedEventLoop.advanceTime(by: ReadingLimits().window * 2)
            #expect(line.channel.isActive)
            #expect(try client.takeAll() == ["a"])
            line.channel.embeddedEventLoop.advanceTime(by: ReadingLimits().window - .seconds(1))
            #expect(line.channel.isActive)
            line.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(!line.channel.isActive)
        }
    }

    @Test func `the end of what a client sends comes after its answers are sent`() async throws {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let letters = LargeAnswers.letters(10)
            for count in [1, 10] {
                let line = try PlainReaderLine(vitrina)
                let (client, watch) = (try SlowClient(line), InputWatch())
                try line.channel.pipeline.syncOperations.addHandler(watch)
                try line.receive(LargeAnswers.requests(Array(letters.prefix(count))))
                line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
                #expect(!watch.hasEnded)
                let answers = try client.takeAll()

                #expect(answers == Array(letters.prefix(count)))
                #expect(watch.hasEnded)
                #expect(line.channel.isActive)
            }
        }
    }

    @Test func `a connection whose other half is closed ends after its answers are sent`() async throws {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let line = try PlainReaderLine(vitrina)
            let client = try SlowClient(line)
            try line.receive(LargeAnswers.requests(["a"]))
            line.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            line.channel.pipeline.close(mode: .output, promise: nil)
            #expect(line.channel.isActive)

            #expect(try client.takeAll() == ["a"])
            #expect(!line.channel.isActive)
        }
    }

    @Test func `a connection is not idle while its client takes an answer`() async throws {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let line = try PlainReaderLine(vitrina)
            let client = try SlowClient(line)
            try line.receive(LargeAnswers.requests(["a", "b"]))
            line.channel.embeddedEventLoop.advanceTime(by: FastPath.idleMax * 3)
            #expect(line.channel.isActive)

            #expect(try client.takeAll() == ["a", "b"])
            line.channel.embeddedEventLoop.advanceTime(by: FastPath.idleMax - .seconds(1))
            #expect(line.channel.isActive)
            line.channel.embeddedEventLoop.advanceTime(by: FastPath.idleMax)
            #expect(!line.channel.isActive)
        }
    }

    @Test func `a shutdown leaves what waits to the decoder, and ends the connection after it`() async throws
    {
        try await withVitrina { vitrina in
            try await LargeAnswers.cache(in: vitrina)
            let line = try PlainReaderLine(vitrina)
            let client = try SlowClient(line)
            try line.receive(LargeAnswers.requests(["a", "b"]))
            line.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())

            #expect(line.decoded == LargeAnswers.requests(["b"]).utf8.count)
            #expect(line.channel.isActive)
            // The second answer is that of the regular path.
            #expect(try client.takeAll() == ["a", "s"])
            #expect(!line.channel.isActive)
        }
    }
}

/// Tells whether the end of what the client sends has come to the regular path.
private final class InputWatch: ChannelInboundHandler {
    typealias InboundIn = Any
    private(set) var hasEnded = false

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if (event as? ChannelEvent) == .inputClosed { hasEnded = true }
        context.fireUserInboundEventTriggered(event)
    }
}
