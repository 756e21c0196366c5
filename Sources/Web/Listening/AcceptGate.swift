import Core
import Glibc
import Logging
import NIOCore

/// Accepts connections while the process may open as many; those that come meanwhile wait in the backlog.
///
/// It stands in the pipeline of a socket that listens. Without it a server that can open no more asks for the next
/// connection at once, again and again.
final class AcceptGate: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = any Channel

    /// The time between two looks while connections wait.
    private static let pause = TimeAmount.milliseconds(100)
    /// The time between two lines of the log.
    private static let logPause = TimeAmount.minutes(1)
    /// The errors of `accept` if there is no room for a connection.
    private static let lacks = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private let mayAccept: @Sendable () -> Bool
    private let isEnding: @Sendable () -> Bool
    private let logger: Logger
    /// The next look while connections wait.
    private var look: Scheduled<Void>?
    private var hasFailed = false
    private var lastLine: NIODeadline?

    /// Makes the gate of one socket.
    ///
    /// - Parameters:
    ///   - mayAccept: True while there is room for a connection.
    ///   - isEnding: True once the server shuts down: then none is accepted that waits here.
    ///   - logger: Gets a warning, once a minute at most, while connections wait.
    init(
        mayAccept: @escaping @Sendable () -> Bool = { Descriptors.areLeft(for: .connection) },
        isEnding: @escaping @Sendable () -> Bool,
        logger: Logger
    ) {
        (self.mayAccept, self.isEnding, self.logger) = (mayAccept, isEnding, logger)
    }

    func read(context: ChannelHandlerContext) {
        guard look == nil else { return }
        if !hasFailed, mayAccept() { context.read() } else { wait(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, Self.lacks.contains(error.errnoCode) { hasFailed = true }
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        look?.cancel()
        look = nil
        context.fireChannelInactive()
    }

    private func wait(_ context: ChannelHandlerContext) {
        hasFailed = false
        warn(at: context.eventLoop.now)
        look = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.look = nil
            if !self.isEnding() { self.read(context: context) }
        }
    }

    private func warn(at now: NIODeadline) {
        if let lastLine, now < lastLine + Self.logPause { return }
        lastLine = now
        logger.warning("connections wait: too many files and connections are open (LimitNOFILE)")
    }
}
