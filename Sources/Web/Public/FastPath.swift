import Core
import HTTPTypes
import Hummingbird
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
    private enum Step {
        case passedOn
        /// The response was sent, and the body is skipped.
        case answered
        /// A POST whose body is being collected.
        case gathering(HTTPRequest, CountedRoute, ByteBuffer)
    }

    static let idleMax = TimeAmount.seconds(75)

    private let shared: Shared
    /// It takes the plain GETs before this handler.
    private let plain: PlainReader
    /// Requests that were passed on and have no response yet.
    private var outstanding = 0
    private var step = Step.passedOn
    /// True from the head of a request to its end.
    private var isBeingRead = false
    private var lastActive = NIODeadline.uptimeNanoseconds(0)
    private var idle: Scheduled<Void>?

    init(_ shared: Shared) {
        self.shared = shared
        plain = PlainReader(shared)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The pipeline refuses it only if the connection is closed already.
        try? context.pipeline.syncOperations.addHandler(plain, position: .first)
        shared.requests.connections.increment()
        lastActive = context.eventLoop.now
        closeWhenIdle(at: lastActive + Self.idleMax, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        shared.requests.connections.decrement()
        idle?.cancel()
    }

    /// Closes the connection once nothing was received or sent for a while, unless a response is being made.
    private func closeWhenIdle(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        idle = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            let now = context.eventLoop.now
            let end = max(self.lastActive, self.plain.lastActive) + Self.idleMax
            if self.outstanding > 0, !self.isBeingRead {
                self.closeWhenIdle(at: now + Self.idleMax, context)
            } else if end > now {
                self.closeWhenIdle(at: end, context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActive = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head(let request):
            isBeingRead = true
            head(request, context)
        case .body(var buffer):
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
        } else if let route = shared.routes.first(where: { $0.route.takes(request, target) }) {
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
            let whole = Request(head: request, body: RequestBody(buffer: body))
            if case (var head, let body)? = route.route.answer(whole, body, address(of: request, context)) {
                RequestMiddleware.addCommon(to: &head.headerFields)
                write(head, body, isHead: false, context)
                context.flush()
                plain.resume()
                let label = route.count(head.status.code)
                log(request, label, head.status.code, body.readableBytes, since: began, context)
            } else {
                passOn(request, context)
                if body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(body))) }
                context.fireChannelRead(wrapInboundOut(.end(trailers)))
            }
        }
        step = .passedOn
    }

    /// Responds to bytes that are not a valid HTTP request, which otherwise would get no response.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, outstanding == 0, case .passedOn = step else {
            return context.fireErrorCaught(error)
        }
        let body = ByteBuffer(bytes: Self.malformed.json(in: .en, at: "/", requestID: "").bytes)
        var head = HTTPResponse(status: Self.malformed.kind.status)
        head.headerFields[.contentType] = "application/problem+json"
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.connection] = "close"
        RequestMiddleware.addCommon(to: &head.headerFields)
        write(head, body, isHead: false, context)
        context.flush()
        context.close(promise: nil)
    }

    private static let malformed = Problem(
        .malformed,
        Localized(
            "Это не запрос HTTP. Буквы не из ASCII пишутся в адресе в процентной записи: кофе — %D0%BA%D0%BE%D1%84%D0%B5.",
            "This is no HTTP request. What is not ASCII stands in an address percent-encoded: é is %C3%A9."
        )
    )

    private func passOn(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        step = .passedOn
        outstanding += 1
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard case .end = unwrapOutboundIn(data) else { return }
        outstanding -= 1
        lastActive = context.eventLoop.now
        if outstanding == 0 { plain.resume() }
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
        let peer = context.channel.remoteAddress?.ipAddress ?? ""
        return shared.clients.address(of: request.headerFields, peer: peer)
    }

    private func write(
        _ head: HTTPResponse,
        _ body: ByteBuffer,
        isHead: Bool,
        _ context: ChannelHandlerContext
    ) {
        var head = head
        head.headerFields[.date] = shared.date()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !isHead, body.readableBytes > 0 { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
