import NIOCore

/// A client that does not take its answers, and the end of what it sends.
///
/// NIO itself drops what is not sent yet when the second half of a connection is closed. So here that waits until
/// everything written is sent.
extension PlainReader {
    /// Asks for no more bytes while some are held.
    func read(context: ChannelHandlerContext) {
        if held == nil { context.read() } else { isReadHeld = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.fireChannelWritabilityChanged()
        guard context.channel.isWritable else { return }
        lastActive = context.eventLoop.now
        if !isTaking { takeHeld(context) }
    }

    /// Goes on with the bytes that were held, if there are any, and with what has waited for that.
    func takeHeld(_ context: ChannelHandlerContext) {
        guard let bytes = held else { return }
        held = nil
        take(bytes, context)
        context.fireChannelReadComplete()
        guard held == nil else { return }
        if isReadHeld {
            isReadHeld = false
            // Through all handlers: `FastPath` counts the time from here.
            context.pipeline.read()
        }
        if hasInputEnded { passOnInputEnd(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held = nil
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard (event as? ChannelEvent) == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        hasInputEnded = true
        if held == nil { passOnInputEnd(context) }
    }

    /// The regular path closes the connection at this if it has nothing to answer.
    private func passOnInputEnd(_ context: ChannelHandlerContext) {
        whenSent(context) { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output, hasInputEnded else { return context.close(mode: mode, promise: promise) }
        whenSent(context) { context.close(mode: mode, promise: promise) }
    }

    /// Runs `action` once everything written is sent, or the connection has broken.
    private func whenSent(_ context: ChannelHandlerContext, _ action: @escaping () -> Void) {
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in action() }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
    }
}
