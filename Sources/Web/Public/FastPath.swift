import Core
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Storage

/// Responds to cached public GETs and to POSTs of a `FastRoute` in the channel, before they become tasks.
///
/// It halves the work of such a request. It acts only while no earlier request is pending, so that responses leave in
/// the order of their requests. Every other request is passed on unchanged.
final class FastPath: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The state of the request whose parts are being received.
    enum Step {
        case passedOn
        /// The response was sent, and the body is skipped.
        case answered
        /// A POST whose body is being collected.
        case gathering(HTTPRequest, CountedRoute, ByteBuffer)
    }

    static let idleMax = TimeAmount.seconds(75)

    private let shared: Shared
    let limits: ReadingLimits
    /// It takes the plain GETs before this handler.
    let plain: PlainReader
    /// Requests that were passed on and have no response yet.
    private(set) var outstanding = 0
    private(set) var step = Step.passedOn
    /// True from the head of a request to its end.
    private(set) var isBeingRead = false {
        didSet { plain.isBeingRead = isBeingRead }
    }
    /// True from the head of a regular response to its end.
    private(set) var hasBegunAnswer = false
    /// True once a request has come past `plain`.
    private(set) var hasServed = false
    private(set) var lastActive = NIODeadline.uptimeNanoseconds(0)
    /// How fast the body of the request comes that is being read.
    var pace: ReadingPace
    /// True once the server shuts down.
    var isEnding = false
    /// True once the connection ends because of that.
    var isClosing = false
    var idle: Scheduled<Void>?
    /// The next look at a request that is not whole.
    var look: Scheduled<Void>?
    /// The wait for the first request while the server shuts down.
    var lastWait: Scheduled<Void>?

    init(_ shared: Shared, limits: ReadingLimits = ReadingLimits()) {
        (self.shared, self.limits) = (shared, limits)
        plain = PlainReader(shared)
        pace = ReadingPace(limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // Between what decrypts and the codec. The pipeline refuses it only if the connection is closed already.
        let pipeline = context.pipeline.syncOperations
        if let encoder = try? pipeline.handler(type: HTTPResponseEncoder.self) {
            try? pipeline.addHandler(plain, position: .before(encoder))
        }
        shared.requests.connections.increment()
        lastActive = context.eventLoop.now
        closeWhenIdle(at: lastActive + Self.idleMax, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        shared.requests.connections.decrement()
        for task in [idle, look, lastWait] { task?.cancel() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActive = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head(let request):
            (isBeingRead, hasServed, plain.headBegan) = (true, true, nil)
            pace = ReadingPace(limits)
            head(request, context)
        case .body(var buffer):
            pace.receive(buffer.readableBytes)
            switch step {
            case .passedOn: context.fireChannelRead(data)
            case .answered: break
            case .gathering(let request, let route, var body):
                // So that the buffer is uniquely referenced while it grows.
                step = .answered
                body.writeBuffer(&buffer)
                step = .gathering(request, route, body)
            }
        case .end(let trailers):
            isBeingRead = false
            end(trailers, context)
        }
    }

    private func head(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard outstanding == 0, context.channel.isWritable, let target = request.path,
            request.headerFields[.connection].map({ $0.lowercased() == "keep-alive" }) ?? true
        else { return passOn(request, context) }
        if let (head, body) = response(to: request, target, context) {
            step = .answered
            write(head, body, isHead: request.method == .head, context)
        } else if !plain.isRefused,
            let route = shared.routes.first(where: { $0.route.takes(request, target) })
        {
            step = .gathering(request, route, ByteBuffer())
        } else {
            passOn(request, context)
        }
    }

    private func end(_ trailers: HTTPFields?, _ context: ChannelHandlerContext) {
        switch step {
        case .passedOn: context.fireChannelRead(wrapInboundOut(.end(trailers)))
        case .answered:
            context.flush()
            plain.resume()
        case .gathering(let request, let route, let body):
            let began = shared.log.map { _ in ContinuousClock.now }
            let whole = FastRequest(
                target: request.path ?? "",
                authority: request.authority,
                fields: request.headerFields,
                body: body,
                address: address(of: request, context)
            )
            if let answer = route.route.answer(whole) {
                write(route.route.head(of: answer), answer.body, isHead: false, context)
                context.flush()
                plain.resume()
                log(request, route.count(), 200, answer.body.readableBytes, since: began, context)
            } else {
                passOn(request, context)
                if body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(body))) }
                context.fireChannelRead(wrapInboundOut(.end(trailers)))
            }
        }
        step = .passedOn
        endIfQuiet(context)
    }

    private func passOn(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        step = .passedOn
        outstanding += 1
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if head.status.kind != .informational { hasBegunAnswer = true }
            guard isEnding || shared.secureOnly != nil else { return context.write(data, promise: promise) }
            addConnectionFields(to: &head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            outstanding -= 1
            hasBegunAnswer = false
            lastActive = context.eventLoop.now
            guard outstanding == 0 else { return }
            // Only from now on the rest of the next head is waited for.
            if plain.headBegan != nil { plain.headBegan = lastActive }
            plain.resume()
            guard isEnding else { return }
            context.flush()
            endIfQuiet(context)
        }
    }

    private func response(
        to request: HTTPRequest,
        _ target: String,
        _ context: ChannelHandlerContext
    ) -> (head: HTTPResponse, body: ByteBuffer)? {
        let began = shared.log.map { _ in ContinuousClock.now }
        guard request.method == .get || request.method == .head,
            let cached = shared.answer(
                to: target,
                request.headerFields,
                base: shared.clients.baseURL(authority: request.authority, headers: request.headerFields),
                language: Language(accepting: request.headerFields[.acceptLanguage]),
                address: address(of: request, context)
            )
        else { return nil }
        let (answer, isHead) = (cached.answer, request.method == .head)
        if !isHead { answer.note(in: (shared.searches, shared.counts)) }
        let variant = answer.variant(for: request.headerFields)
        answer.requests?.count(isKnown: variant.isKnown, isHead: isHead)
        let (head, body) = (answer.head(variant), answer.body(variant))
        let size = isHead ? 0 : body.readableBytes
        log(request, answer.route, head.status.code, size, since: began, context)
        return (head, body)
    }

    private func log(
        _ request: HTTPRequest,
        _ route: String,
        _ status: Int,
        _ bytes: Int,
        since began: ContinuousClock.Instant?,
        _ context: ChannelHandlerContext
    ) {
        guard let log = shared.log else { return }
        log.addFast(
            method: request.method.rawValue,
            target: request.path ?? "",
            request.headerFields,
            route: route,
            status: status,
            bytes: bytes,
            since: began ?? .now,
            address: address(of: request, context)
        )
    }

    private func address(of request: HTTPRequest, _ context: ChannelHandlerContext) -> String {
        shared.clients.address(of: request.headerFields, orElse: plain.peerAddress(context))
    }

    func write(
        _ head: HTTPResponse,
        _ body: ByteBuffer,
        isHead: Bool,
        _ context: ChannelHandlerContext
    ) {
        var head = head
        head.headerFields[.date] = shared.date()
        addConnectionFields(to: &head)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isHead, body.readableBytes > 0 { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Adds what the connection says in each answer, whatever has made it.
    private func addConnectionFields(to head: inout HTTPResponse) {
        if let field = shared.secureOnly { head.headerFields.append(field) }
        // So that the client sends nothing more on it.
        if isEnding { head.headerFields[.connection] = "close" }
    }
}
