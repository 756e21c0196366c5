import Core
import HTTPTypes
import NIOCore

/// Responds from their bytes, before the HTTP decoder, to plain GETs that are cached and plain POSTs to a `FastRoute`.
///
/// Decoder, encoder and their fields are half the work of such a request. The price is a second reader of HTTP, and two
/// readers that see different ends of a request could be used to smuggle one. So this one takes a request only if it is
/// whole and plain, and only while nothing is under way on the connection. Any other bytes go to the decoder untouched,
/// and so do all that follow. Only after a plain request that it could not answer does it take over again, when the
/// response has been sent: such a request ends for both where its bytes end.
///
/// A small request may have a large answer. So it reads no further while the client does not take what was sent to it.
final class PlainReader: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = ByteBuffer

    private enum State {
        case reading
        /// A plain request was passed on, and has no response yet.
        case waiting
        /// The decoder reads this connection from now on.
        case passing
    }

    /// The bytes of answers that wait for a flush; with more they are flushed before the next request is read.
    private static let queuedMax = 64 << 10

    private let shared: FastPath.Shared
    private var state = State.reading
    private var context: ChannelHandlerContext?
    /// The last values that were interpreted: a client sends the same ones with each request.
    private var language: (header: String?, value: Language)?
    private var base: (authority: String, scheme: String?, value: String)?
    private var peer: String?
    /// The time of its last response, or when the client had taken most of what was sent.
    var lastActive = NIODeadline.uptimeNanoseconds(0)
    /// The time of the first byte of a request whose head is not whole, past this reader.
    var headBegan: NIODeadline?
    /// True while the decoder is between the head of a request and its end.
    var isBeingRead = false
    /// True while a POST is passed on that its route has left to the regular path.
    private(set) var isRefused = false
    /// The bytes of answers since the last flush.
    private var queued = 0
    /// True while `take` runs.
    private(set) var isTaking = false
    /// Received bytes that wait for a client which does not take its answers; nothing else is under way then.
    var held: ByteBuffer?
    /// True if more bytes were asked for meanwhile.
    var isReadHeld = false
    /// True once the client has said that it sends no more.
    var hasInputEnded = false

    init(_ shared: FastPath.Shared) {
        self.shared = shared
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        (self.context, held) = (nil, nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        // A flush of `take` reads what is left of a connection that breaks.
        guard held == nil, !isTaking else {
            if held?.writeBuffer(&bytes) == nil { held = bytes }
            return
        }
        take(bytes, context)
    }

    /// Answers the plain requests at the beginning of the bytes, and holds or passes on the rest.
    func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var buffer = bytes
        isTaking = true
        while case .reading = state, buffer.readableBytes > 0, hasRoom(context) {
            let began = shared.log.map { _ in ContinuousClock.now }
            let size: Int
            let isAnswered: Bool
            if let get = PlainGet(buffer.readableBytesUInt8Span, isTraced: began != nil) {
                size = get.size
                isAnswered = answer(get, since: began, context)
            } else if let post = PlainPost(buffer.readableBytesUInt8Span, to: shared.routes) {
                size = post.body.upperBound
                isAnswered = answer(post, in: buffer, since: began, context)
            } else {
                state = .passing
                break
            }
            if isAnswered {
                buffer.moveReaderIndex(forwardBy: size)
            } else {
                state = .waiting
                if let whole = buffer.readSlice(length: size) { passOn(whole, context) }
                isRefused = false
            }
        }
        flush(context)
        isTaking = false
        if var more = held {
            held = nil
            buffer.writeBuffer(&more)
        }
        guard buffer.readableBytes > 0 else { return }
        if case .reading = state, !context.channel.isWritable {
            held = buffer
        } else {
            state = .passing
            passOn(buffer, context)
        }
    }

    /// True if another answer may be queued.
    private func hasRoom(_ context: ChannelHandlerContext) -> Bool {
        // Writes that are not flushed count for a socket, and not behind TLS.
        if queued > Self.queuedMax || !context.channel.isWritable { flush(context) }
        return context.channel.isWritable
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard queued > 0 else { return }
        (queued, lastActive) = (0, context.eventLoop.now)
        context.flush()
    }

    /// Every request that was passed on has its response.
    func resume() {
        if case .waiting = state { state = .reading }
    }

    /// The server shuts down: each request is left to the decoder, which ends the connection after it.
    func end() {
        state = .passing
        if let context { takeHeld(context) }
    }

    private func passOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        // Some clients send an empty line after a body, which begins no request (RFC 9112 §2.2).
        if !isBeingRead, headBegan == nil,
            !bytes.readableBytesView.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") })
        {
            headBegan = context.eventLoop.now
        }
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    /// Answers a GET that is cached; false if the regular path must answer.
    private func answer(
        _ request: PlainGet,
        since began: ContinuousClock.Instant?,
        _ context: ChannelHandlerContext
    ) -> Bool {
        guard
            let cached = shared.answer(
                to: request.target,
                request.fields,
                base: base(of: request),
                language: language(of: request),
                address: address(of: request.fields, context)
            )
        else { return false }
        let answer = cached.answer
        answer.note(in: (shared.searches, shared.counts))
        let variant = answer.variant(for: request.fields)
        answer.requests?.count(isKnown: variant.isKnown)
        let body = answer.body(variant)
        write(body, context) { head in head.writeImmutableBuffer(cached.writtenHead(variant)) }
        guard let log = shared.log, let began else { return true }
        log.addFast(
            method: "GET",
            target: request.target,
            request.fields,
            route: answer.route,
            status: variant.isKnown ? 304 : answer.status.code,
            bytes: body.readableBytes,
            since: began,
            address: address(of: request.fields, context)
        )
        return true
    }

    /// Answers a POST, which is at the beginning of the bytes; false if the regular path must answer.
    private func answer(
        _ request: PlainPost,
        in bytes: ByteBuffer,
        since began: ContinuousClock.Instant?,
        _ context: ChannelHandlerContext
    ) -> Bool {
        let place = bytes.readerIndex + request.body.lowerBound
        guard let body = bytes.getSlice(at: place, length: request.body.count) else { return false }
        let whole = FastRequest(
            target: request.target,
            authority: request.authority,
            fields: request.fields,
            body: body,
            address: address(of: request.fields, context)
        )
        guard let answer = request.route.route.answer(whole) else {
            isRefused = true
            return false
        }
        write(answer.body, context) { head in request.route.route.writeHead(of: answer, into: &head) }
        let label = request.route.count()
        guard let log = shared.log, let began else { return true }
        log.addFast(
            method: "POST",
            target: request.target,
            request.fields,
            route: label,
            status: 200,
            bytes: answer.body.readableBytes,
            since: began,
            address: whole.address
        )
        return true
    }

    private func write(
        _ body: ByteBuffer,
        _ context: ChannelHandlerContext,
        head writeHead: (inout ByteBuffer) -> Void
    ) {
        var head = context.channel.allocator.buffer(capacity: 1024)
        writeHead(&head)
        head.writeString("Date: ")
        head.writeString(shared.date())
        head.writeString(shared.headEnd)
        queued += head.readableBytes + body.readableBytes
        context.write(wrapOutboundOut(head), promise: nil)
        if body.readableBytes > 0 { context.write(wrapOutboundOut(body), promise: nil) }
    }

    private func base(of request: PlainGet) -> String {
        let scheme = request.fields[.forwardedProto]
        if let base, base.authority == request.authority, base.scheme == scheme { return base.value }
        let value = shared.clients.baseURL(authority: request.authority, headers: request.fields)
        base = (request.authority, scheme, value)
        return value
    }

    private func language(of request: PlainGet) -> Language {
        let header = request.fields[.acceptLanguage]
        if let language, language.header == header { return language.value }
        let value = Language(accepting: header)
        language = (header, value)
        return value
    }

    private func address(of fields: HTTPFields, _ context: ChannelHandlerContext) -> String {
        shared.clients.address(of: fields, orElse: peerAddress(context))
    }

    /// The address of the other end of the connection, which stays the same.
    func peerAddress(_ context: ChannelHandlerContext) -> String {
        if let peer { return peer }
        let own = Clients.address(ofPeer: context.channel.remoteAddress?.ipAddress ?? "")
        peer = own
        return own
    }
}
