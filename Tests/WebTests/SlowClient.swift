import NIOCore
import NIOEmbedded
import TestSupport

@testable import Web

/// The other end of a connection, which takes what is sent to it only when it is told to.
///
/// Until then the writes wait as in a socket of NIO: the channel is not writable from the upper mark of bytes down to
/// the lower one, and the closing of one half waits for the writes, unless it is the second half.
final class SlowClient: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private struct Write {
        let data: NIOAny
        let size: Int
        let promise: EventLoopPromise<Void>?
    }

    /// The bytes that NIO's sockets have.
    static let marks = (low: 32 << 10, high: 64 << 10)
    private static let takenAtOnce = 150_000

    private let channel: EmbeddedChannel
    /// False if only the writes that are flushed count, as behind TLS.
    private let countsAll: Bool
    private var context: ChannelHandlerContext?
    private var writes: [Write] = []
    /// The number of the writes that are flushed.
    private var flushed = 0
    private var hasInputEnded = false
    private var isEnding = false
    private var endPromise: EventLoopPromise<Void>?
    /// The most bytes that have waited at once.
    private(set) var waitingMax = 0
    /// How often the server has asked for bytes.
    private(set) var reads = 0

    init(_ line: PlainReaderLine, countsAll: Bool = true) throws {
        (channel, self.countsAll) = (line.channel, countsAll)
        try channel.pipeline.syncOperations.addHandler(self, position: .first)
    }

    /// Takes everything, also what is only sent after that; returns the first letter of each answer.
    func takeAll() throws -> [Character] {
        var answers: [Character] = []
        while flushed > 0 {
            take()
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
                guard let first = bytes.readableBytesView.first,
                    !bytes.readableBytesView.starts(with: "HTTP/1.1 ".utf8)
                else { continue }
                answers.append(Character(UnicodeScalar(first)))
            }
        }
        return answers
    }

    private func take() {
        guard let context else { return }
        var taken = 0
        while flushed > 0, taken < Self.takenAtOnce {
            let write = writes.removeFirst()
            flushed -= 1
            taken += write.size
            context.write(write.data, promise: write.promise)
        }
        context.flush()
        tellWritability(context)
        guard isEnding, writes.isEmpty else { return }
        isEnding = false
        context.close(mode: .output, promise: endPromise)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if (event as? ChannelEvent) == .inputClosed { hasInputEnded = true }
        context.fireUserInboundEventTriggered(event)
    }

    func read(context: ChannelHandlerContext) {
        reads += 1
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        writes.append(Write(data: data, size: unwrapOutboundIn(data).readableBytes, promise: promise))
        waitingMax = max(waitingMax, writes.reduce(0) { $0 + $1.size })
        tellWritability(context)
    }

    func flush(context: ChannelHandlerContext) {
        flushed = writes.count
        tellWritability(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output, !hasInputEnded, !writes.isEmpty else {
            return context.close(mode: mode, promise: promise)
        }
        (isEnding, endPromise) = (true, promise)
    }

    private func tellWritability(_ context: ChannelHandlerContext) {
        let size = writes.prefix(countsAll ? writes.count : flushed).reduce(0) { $0 + $1.size }
        let isWritable = channel.isWritable ? size <= Self.marks.high : size < Self.marks.low
        guard isWritable != channel.isWritable else { return }
        channel.isWritable = isWritable
        context.fireChannelWritabilityChanged()
    }
}
