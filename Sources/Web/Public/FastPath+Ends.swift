import Core
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The ends of a connection: an idle one, a client that sends too slowly, bytes that are no request, and a shutdown.
extension FastPath {
    /// The time in which a new connection may send its first request to a server that shuts down.
    static let firstRequestMax = TimeAmount.seconds(2)

    /// Closes the connection once nothing was received or sent for a while, unless a response is being made or taken.
    func closeWhenIdle(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        idle = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            let now = context.eventLoop.now
            let end = max(self.lastActive, self.plain.lastActive) + Self.idleMax
            // A handler may also have more of the body than it can take.
            let isAnswering = self.outstanding > 0 && (!self.isBeingRead || !self.pace.isWaiting)
            // The kernel ends the connection of a client that takes nothing.
            if isAnswering || !context.channel.isWritable {
                self.closeWhenIdle(at: now + Self.idleMax, context)
            } else if end > now {
                self.closeWhenIdle(at: end, context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    /// Notes that the server waits for bytes; nothing asks for them while a handler has enough.
    func read(context: ChannelHandlerContext) {
        if isBeingRead { pace.ask(at: context.eventLoop.now) }
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isBeingRead { pace.pause(at: context.eventLoop.now) }
        // Most requests come whole, and need no look.
        if look == nil, isBeingRead || plain.headBegan != nil { lookLater(context) }
        context.fireChannelReadComplete()
    }

    /// Looks at the request that is being received, until it is whole.
    private func lookLater(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        let rest =
            isBeingRead ? pace.rest : max((plain.headBegan ?? now) + limits.head - now, .seconds(1))
        look = context.eventLoop.assumeIsolated().scheduleTask(in: rest) {
            self.look = nil
            let now = context.eventLoop.now
            if self.isBeingRead {
                guard !self.pace.isTooSlow(at: now) else { return self.endAsLate(context) }
            } else if let began = self.plain.headBegan {
                // While an earlier request is answered, the server may read nothing more.
                guard self.outstanding > 0 || now < began + self.limits.head else {
                    return self.endAsLate(context)
                }
            } else {
                return
            }
            self.lookLater(context)
        }
    }

    /// Closes the connection of a client that sends too slowly, with an answer if there was none.
    private func endAsLate(_ context: ChannelHandlerContext) {
        let isUnanswered =
            if case .gathering = step {
                true
            } else if isBeingRead, case .passedOn = step {
                outstanding == 1 && !hasBegunAnswer
            } else {
                !isBeingRead && outstanding == 0
            }
        if isUnanswered { refuse(Self.late, .requestTimeout, context) }
        context.close(promise: nil)
    }

    /// Responds to bytes that are not a valid HTTP request, which otherwise would get no response.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, outstanding == 0, case .passedOn = step else {
            return context.fireErrorCaught(error)
        }
        let body = ByteBuffer(bytes: Self.malformed.json(in: .en, at: "/", requestID: "").bytes)
        refuse(body, Self.malformed.kind.status, context)
        context.close(promise: nil)
    }

    private func refuse(_ body: ByteBuffer, _ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
        var head = HTTPResponse(status: status)
        head.headerFields[.contentType] = "application/problem+json"
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.connection] = "close"
        RequestMiddleware.addCommon(to: &head.headerFields)
        write(head, body, isHead: false, context)
        context.flush()
    }

    /// Words without a language: the head that would name it may not be there.
    private static let late = ByteBuffer(
        bytes: JSON.object([
            "type": "about:blank", "title": "Request Timeout", "status": 408,
            "detail": "The request came too slowly, so the connection ends.",
        ]).bytes
    )

    private static let malformed = Problem(
        .malformed,
        Localized(
            "Это не запрос HTTP. Буквы не из ASCII пишутся в адресе в процентной записи: кофе — %D0%BA%D0%BE%D1%84%D0%B5.",
            "This is no HTTP request. What is not ASCII stands in an address percent-encoded: é is %C3%A9."
        )
    )

    /// Ends the connection of a server that shuts down, once what is under way has its answer.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        isEnding = true
        plain.end()
        guard !hasServed, plain.lastActive == .uptimeNanoseconds(0) else { return endIfQuiet(context) }
        // It was accepted for a request that is on its way: closed now, it would be lost.
        lastWait = context.eventLoop.assumeIsolated().scheduleTask(in: Self.firstRequestMax) {
            self.endIfQuiet(context)
        }
    }

    /// Closes the connection if the server shuts down and nothing is under way here.
    func endIfQuiet(_ context: ChannelHandlerContext) {
        guard isEnding, !isClosing, outstanding == 0, !isBeingRead, plain.headBegan == nil else { return }
        isClosing = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        // Unlike the whole connection, this half is closed once everything written is sent.
        context.close(mode: .output, promise: sent)
    }
}
