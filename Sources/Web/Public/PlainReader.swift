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
final class PlainReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case reading
        /// A plain request was passed on, and has no response yet.
        case waiting
        /// The decoder reads this connection from now on.
        case passing
    }

    private let shared: FastPath.Shared
    private var state = State.reading
    /// The last values that were interpreted: a client sends the same ones with each request.
    private var language: (header: String?, value: Language)?
    private var base: (authority: String, scheme: String?, value: String)?
    private var peer: String?
    /// The time of its last response.
    private(set) var lastActive = NIODeadline.uptimeNanoseconds(0)
    /// The time of the first byte of a request whose head is not whole, past this reader.
    var headBegan: NIODeadline?
    /// True while the decoder is between the head of a request and its end.
    var isBeingRead = false
    /// True while a POST is passed on that its route has left to the regular path.
    private(set) var isRefused = false

    init(_ shared: FastPath.Shared) {
        self.shared = shared
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .reading = state else {
            state = .passing
            return passOn(unwrapInboundIn(data), context)
        }
        var buffer = unwrapInboundIn(data)
        var hasWritten = false
        while case .reading = state, buffer.readableBytes > 0 {
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
                hasWritten = true
            } else {
                state = .waiting
                if let whole = buffer.readSlice(length: size) { passOn(whole, context) }
                isRefused = false
            }
        }
        if hasWritten {
            lastActive = context.eventLoop.now
            context.flush()
        }
        guard buffer.readableBytes > 0 else { return }
        state = .passing
        passOn(buffer, context)
    }

    /// Every request that was passed on has its response.
    func resume() {
        if case .waiting = state { state = .reading }
    }

    /// The server shuts down: each request is left to the decoder, which ends the connection after it.
    func end() {
        state = .passing
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
        // A client that does not read is left to the regular path, which waits for it.
        guard context.channel.isWritable,
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
        guard context.channel.isWritable, let body = bytes.getSlice(at: place, length: request.body.count)
        else { return false }
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
        head.writeString("\r\n\r\n")
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
