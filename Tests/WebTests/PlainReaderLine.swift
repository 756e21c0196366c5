import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import TestSupport
import Testing

@testable import Web

/// A connection to a server whose regular path tells what it has received.
final class PlainReaderLine {
    let channel = EmbeddedChannel()
    private let counter = Counter()
    /// The number of bytes that reached the decoder.
    var decoded: Int { counter.bytes }

    /// `routes` are those that are answered in the channel, besides those of the modules.
    init(_ vitrina: Vitrina, routes: [FastRoute] = []) throws {
        var shared = vitrina.server.fastPath
        let requests = shared.requests
        shared.routes += routes.map { FastPath.CountedRoute($0, requests) }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false
        )
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(FastPath(shared))
        try pipeline.addHandler(Echo())
        try pipeline.addHandler(counter, position: .after(pipeline.handler(type: PlainReader.self)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "line"), promise: nil)
    }

    func receive(_ text: String) throws { try receive(Array(text.utf8)) }

    func receive(_ bytes: [UInt8]) throws {
        // Bytes after the end are not read.
        guard !counter.isClosed else { return }
        do {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
        } catch is HTTPParserError {
            counter.isClosed = true
        }
    }

    /// Expects the same answers to the bytes whole, in pieces of random sizes, and one by one.
    ///
    /// Each way has a connection of its own.
    static func expectSameAnswers(
        to bytes: [UInt8],
        of vitrina: Vitrina,
        routes: [FastRoute] = [],
        _ random: inout SeededRandom
    ) throws {
        let lines = try (0..<3).map { _ in try PlainReaderLine(vitrina, routes: routes) }
        try lines[0].receive(bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = 1 + random.below(rest.count)
            try lines[1].receive(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        for byte in bytes { try lines[2].receive([byte]) }
        let sent = try lines.map { try $0.sent() }
        #expect(
            sent[0] == sent[2] && sent[1] == sent[2],
            "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
        )
    }

    /// All that was sent.
    func sent() throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            text += bytes.readableBytesView.map { String(UnicodeScalar($0)) }.joined()
        }
        return text
    }

    private final class Counter: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        var bytes = 0
        var isClosed = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes += unwrapInboundIn(data).readableBytes
            context.fireChannelRead(data)
        }

        func channelInactive(context: ChannelHandlerContext) {
            isClosed = true
            context.fireChannelInactive()
        }
    }

    /// Tells each request, its fields and the size of its body.
    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart
        private var seen = ""
        private var size = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let fields = head.headerFields.map { "\($0.name.canonicalName)=\($0.value)" }
                seen = "\(head.method) \(head.path ?? "") \(head.authority ?? "") \(fields)"
                size = 0
            case .body(let body): size += body.readableBytes
            case .end:
                let body = ByteBuffer(string: "seen \(seen) \(size)")
                let fields: HTTPFields = [.contentLength: String(body.readableBytes)]
                context.write(
                    wrapOutboundOut(.head(HTTPResponse(status: .ok, headerFields: fields))),
                    promise: nil
                )
                context.write(wrapOutboundOut(.body(body)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
