import Logging
import NIOCore

/// TLS of a server, before all other handlers of a connection.
///
/// Writes wait here, and are encrypted as the client reads: no more than the channel takes is kept twice. For the
/// handlers behind this one the channel is writable when nothing waits.
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = ByteBuffer

    private struct Write {
        var bytes: ByteBuffer
        let promise: EventLoopPromise<Void>?
    }

    private enum Output {
        case open
        /// It ends once everything flushed is sent.
        case ending(EventLoopPromise<Void>?)
        case ended
    }

    /// Beside its encrypted size the room for bytes of a client, as the beginning of a record may have come earlier.
    private static let room = 1 << 10
    /// Bytes that TLS itself may answer to a client that reads nothing.
    private static let repliesMax = 64 << 10

    private let connection: TLSConnection
    private let handshakeMax: TimeAmount
    private let logger: Logger
    private var deadline: Scheduled<Void>?
    private var isEstablished = false
    private var hasInputEnded = false
    private var output = Output.open
    /// Nothing is sent or received any more.
    private var isClosed = false
    private var writes = MarkedCircularBuffer<Write>(initialCapacity: 4)
    private var isSending = false
    /// The writability that the handlers behind this one know.
    private var toldWritability = true
    private var replies = 0

    private var isOutputOpen: Bool { if case .open = output { true } else { false } }

    init(_ connection: TLSConnection, handshakeMax: TimeAmount, logger: Logger) {
        (self.connection, self.handshakeMax, self.logger) = (connection, handshakeMax, logger)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: handshakeMax) {
            self.fail("the handshake takes too long", context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(ChannelError.ioOnClosedChannel)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(ChannelError.ioOnClosedChannel)
        context.fireChannelInactive()
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var sealed = unwrapInboundIn(data)
        guard !isClosed, !hasInputEnded else { return }
        var plain = context.channel.allocator.buffer(capacity: sealed.readableBytes + Self.room)
        let progress = connection.open(&sealed, into: &plain)
        reply(context)
        if !isEstablished, connection.isEstablished {
            isEstablished = true
            deadline?.cancel()
            send(context)
        }
        if plain.readableBytes > 0, !isClosed { context.fireChannelRead(wrapInboundOut(plain)) }
        switch progress {
        case .open: break
        case .ended: endInput(context)
        case .plainHTTP:
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answerToPlainHTTP)), promise: nil)
            fail("the client speaks HTTP without TLS", context)
        case .failed(let reason): fail(reason, context)
        }
    }

    private static let answerToPlainHTTP: String = {
        let text = "This port speaks HTTPS.\n"
        return "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"
            + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
    }()

    /// Sends the messages of TLS itself: the handshake, tickets, alerts.
    private func reply(_ context: ChannelHandlerContext) {
        let bytes = connection.takeOutput(context.channel.allocator)
        guard bytes.readableBytes > 0 else { return }
        replies = context.channel.isWritable ? 0 : replies + bytes.readableBytes
        guard replies <= Self.repliesMax else { return fail("the client reads no replies", context) }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    /// The client sends no more, by its word or by the end of its connection.
    private func endInput(_ context: ChannelHandlerContext) {
        guard !isClosed, !hasInputEnded else { return }
        guard isEstablished else { return fail("the client has left", context) }
        hasInputEnded = true
        if case .ended = output { return close(context: context, mode: .all, promise: nil) }
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if (event as? ChannelEvent) == .inputClosed {
            endInput(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: Sending

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosed, isOutputOpen else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        guard case .byteBuffer(let bytes) = unwrapOutboundIn(data) else {
            // The kernel sends a part of a file past the encryption.
            promise?.fail(ChannelError.operationUnsupported)
            return
        }
        writes.append(Write(bytes: bytes, promise: promise))
    }

    func flush(context: ChannelHandlerContext) {
        writes.mark()
        send(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isEstablished { send(context) } else { tellWritability(context) }
    }

    /// Encrypts and sends the flushed writes, as long as the client takes them.
    private func send(_ context: ChannelHandlerContext) {
        // Sending may change the writability, which calls back.
        guard isEstablished, !isSending else { return }
        isSending = true
        repeat {
            while canSend(context) { sealNext(context) }
            context.flush()
        } while canSend(context)
        isSending = false
        guard !isClosed else { return }
        tellWritability(context)
        endOutputWhenSent(context)
    }

    private func canSend(_ context: ChannelHandlerContext) -> Bool {
        !isClosed && writes.hasMark && context.channel.isWritable
    }

    /// Encrypts the next record; small writes share one.
    private func sealNext(_ context: ChannelHandlerContext) {
        var record = ByteBuffer()
        var promises: [EventLoopPromise<Void>] = []
        while writes.hasMark, record.readableBytes < TLSConnection.recordSizeMax {
            var write = writes[writes.startIndex]
            let size = min(write.bytes.readableBytes, TLSConnection.recordSizeMax - record.readableBytes)
            if let part = write.bytes.readSlice(length: size) {
                if record.readableBytes == 0 { record = part } else { record.writeImmutableBuffer(part) }
            }
            if write.bytes.readableBytes > 0 {
                writes[writes.startIndex] = write
            } else {
                _ = writes.removeFirst()
                if let promise = write.promise { promises.append(promise) }
            }
        }
        guard record.readableBytes == 0 || connection.seal(record) else {
            for promise in promises { promise.fail(ChannelError.ioOnClosedChannel) }
            return fail(OpenSSL.takeReason(), context)
        }
        let bytes = connection.takeOutput(context.channel.allocator)
        context.write(wrapOutboundOut(bytes), promise: Self.joined(promises, on: context.eventLoop))
    }

    /// One promise for several.
    private static func joined(
        _ promises: [EventLoopPromise<Void>],
        on eventLoop: any EventLoop
    ) -> EventLoopPromise<Void>? {
        guard promises.count > 1 else { return promises.first }
        let all = eventLoop.makePromise(of: Void.self)
        for promise in promises { all.futureResult.cascade(to: promise) }
        return all
    }

    private func tellWritability(_ context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        guard !isSending, isWritable != toldWritability else { return }
        toldWritability = isWritable
        context.fireChannelWritabilityChanged()
    }

    // MARK: Closing

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .input: context.close(mode: .input, promise: promise)
        case .output where isEstablished && !isClosed:
            guard isOutputOpen else {
                promise?.fail(ChannelError.outputClosed)
                return
            }
            output = .ending(promise)
            send(context)
        case .output, .all:
            let isWhole = isEstablished && !isClosed && !writes.hasMark && isOutputOpen
            end(ChannelError.ioOnClosedChannel)
            // A client that lacks a part of what was sent must not believe that this was all.
            if isWhole {
                connection.end()
                let bytes = connection.takeOutput(context.channel.allocator)
                context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            }
            context.close(mode: .all, promise: promise)
        }
    }

    private func endOutputWhenSent(_ context: ChannelHandlerContext) {
        guard case .ending(let promise) = output, !writes.hasMark else { return }
        output = .ended
        failWrites(ChannelError.outputClosed)
        connection.end()
        let bytes = connection.takeOutput(context.channel.allocator)
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: self.hasInputEnded ? .all : .output, promise: promise)
        }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: sent)
    }

    private func fail(_ reason: String, _ context: ChannelHandlerContext) {
        guard !isClosed else { return }
        logger.debug(
            "TLS has failed",
            metadata: ["reason": "\(reason)", "address": "\(context.remoteAddress?.ipAddress ?? "")"]
        )
        end(ChannelError.ioOnClosedChannel)
        context.close(mode: .all, promise: nil)
    }

    private func end(_ error: ChannelError) {
        isClosed = true
        deadline?.cancel()
        if case .ending(let promise) = output {
            output = .ended
            promise?.fail(error)
        }
        failWrites(error)
    }

    private func failWrites(_ error: ChannelError) {
        while let write = writes.popFirst() { write.promise?.fail(error) }
    }
}
