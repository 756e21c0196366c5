import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Web

/// Clients that send too slowly, and connections of a server that shuts down.
struct ReadingPaceTests {
    private static let limits = ReadingLimits()
    private static let post = "POST /api/v1/x HTTP/1.1\r\nHost: a\r\n"
    private static let late = "HTTP/1.1 408 Request Timeout"

    private static func wait(_ line: PlainReaderLine, _ time: TimeAmount) {
        line.channel.embeddedEventLoop.advanceTime(by: time)
    }

    private static func shutDown(_ line: PlainReaderLine) {
        line.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    @Test func `a head that is not whole in time is refused, however many pieces come`() async throws {
        try await withVitrina { vitrina in
            let line = try PlainReaderLine(vitrina)
            try line.receive("POST /api/v1/x HTTP/1.1\r\n")
            Self.wait(line, Self.limits.head - .seconds(1))
            try line.receive("Host: a\r\n")
            #expect(line.channel.isActive)
            Self.wait(line, .seconds(1))

            #expect(!line.channel.isActive)
            #expect(try line.sent().contains(Self.late))
        }
    }

    @Test func `a body may take long as long as it comes, and is refused when it does not`() async throws {
        try await withVitrina { vitrina in
            let line = try PlainReaderLine(vitrina)
            try line.receive(Self.post + "Content-Length: 1000000\r\n\r\n")
            line.channel.read()
            for _ in 0..<20 {
                Self.wait(line, Self.limits.window - .seconds(1))
                try line.receive([UInt8](repeating: 120, count: Self.limits.sizeMin))
                line.channel.read()
            }
            #expect(line.channel.isActive)
            for _ in 0..<3 {
                Self.wait(line, .seconds(9))
                try line.receive("x")
                line.channel.read()
            }

            #expect(!line.channel.isActive)
            #expect(try line.sent().contains(Self.late))
        }
    }

    @Test func `the time in which the server wants nothing does not count`() async throws {
        try await withVitrina { vitrina in
            let line = try PlainReaderLine(vitrina)
            try line.receive(Self.post + "Content-Length: 2\r\n\r\nx")
            Self.wait(line, .hours(1))
            #expect(line.channel.isActive)
            try line.receive("x")

            #expect(try line.sent().contains("HTTP/1.1 200 OK"))
        }
    }

    @Test func `a shutdown closes what is idle, and answers what is under way`() async throws {
        try await withVitrina { vitrina in
            let (idle, busy) = (try PlainReaderLine(vitrina), try PlainReaderLine(vitrina))
            try idle.receive(Self.post + "Content-Length: 0\r\n\r\n")
            #expect(try !idle.sent().contains("Connection: close"))
            try busy.receive(Self.post + "Content-Length: 2\r\n\r\nx")
            for line in [idle, busy] { Self.shutDown(line) }

            #expect(!idle.channel.isActive)
            #expect(busy.channel.isActive)
            try busy.receive("x")
            let answer = try busy.sent()
            #expect(answer.contains("HTTP/1.1 200 OK") && answer.contains("Connection: close"))
            #expect(!busy.channel.isActive)
        }
    }

    @Test func `a connection that was just accepted may send its first request to a server that shuts down`()
        async throws
    {
        try await withVitrina { vitrina in
            let (used, unused) = (try PlainReaderLine(vitrina), try PlainReaderLine(vitrina))
            for line in [used, unused] { Self.shutDown(line) }
            #expect(used.channel.isActive && unused.channel.isActive)
            try used.receive("GET /api/v1/events HTTP/1.1\r\nHost: mall.example\r\n\r\n")
            #expect(try used.sent().contains("Connection: close"))
            #expect(!used.channel.isActive)
            Self.wait(unused, FastPath.firstRequestMax)

            #expect(!unused.channel.isActive)
        }
    }
}
