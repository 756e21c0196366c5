import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Storage

/// Accepts connections at an address, or at sockets that another program has opened, until the server shuts down.
///
/// It stands in for the server of Hummingbird, which can only open sockets itself, and whose shutdown may drop a
/// connection that was just accepted.
package struct Listener: Service {
    /// Where connections come from.
    package enum Place: Sendable {
        /// Port 0 is any that is free.
        case address(host: String, port: Int)
        case sockets([CInt])
    }

    /// The backlog of connections to be accepted, as when a thousand phones reconnect at once.
    static let waitingConnectionsMax: Int32 = 4_096
    /// The time for which a client may take nothing of what was sent to it.
    package static let untakenMax: Duration = .seconds(30)

    /// The connections that are open, and whether the server shuts down.
    private struct State: Sendable {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isEnding = false
    }

    private let place: Place
    private let child: any ServerChildChannel
    /// Runs on each new connection before anything else, on its event loop: it may add handlers, as those of TLS.
    private let prepare: @Sendable (any Channel) throws -> Void
    /// The time for which a client may take nothing of what was sent to it.
    private let untakenMax: Duration
    /// The time in which what runs may end by itself at a shutdown.
    private let drain: Duration
    private let onRunning: @Sendable (any Channel) async -> Void
    private let logger: Logger
    private let group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    private let state = Locked(State())

    /// Prepares a listener.
    ///
    /// - Parameters:
    ///   - place: Where connections come from.
    ///   - child: Sets connections up, and answers the requests on them.
    ///   - prepare: Runs on each new connection before `child` does, on its event loop: it may add the handlers of TLS.
    ///   - untakenMax: The time, in whole seconds, for which a client may take nothing of what was sent to it before
    ///     its connection is cut.
    ///   - drain: The time after the beginning of a shutdown when the open connections are cut.
    ///   - logger: Gets what goes wrong.
    ///   - onRunning: Called with the first socket once all of them take connections.
    package init(
        _ place: Place,
        child: any ServerChildChannel,
        prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in },
        untakenMax: Duration = Listener.untakenMax,
        drain: Duration,
        logger: Logger,
        onRunning: @escaping @Sendable (any Channel) async -> Void
    ) {
        (self.place, self.child, self.prepare, self.drain) = (place, child, prepare, drain)
        (self.untakenMax, self.logger, self.onRunning) = (untakenMax, logger, onRunning)
    }

    /// Returns when a shutdown has ended the last connection; throws an `IOError` if it cannot listen.
    package func run() async throws { try await run(child) }

    private func run<Child: ServerChildChannel>(_ child: Child) async throws {
        let (accepted, accept) = AsyncStream<Child.Value>.makeStream()
        // The handlers are there before the connection is read: a client may have closed its half already.
        let sockets = try await open { [prepare, logger] channel in
            do {
                try prepare(channel)
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
            return child.setup(channel: channel, logger: logger).map { _ = accept.yield($0) }
        }
        let ends = sockets.map(\.closeFuture)
        EventLoopFuture<Void>.andAllComplete(ends, on: group.next()).whenComplete { _ in accept.finish() }
        await withGracefulShutdownHandler {
            if let first = sockets.first { await onRunning(first) }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await serve(accepted, by: child) }
                group.addTask { await deadline() }
                // Either all is served, or the time is up.
                _ = await group.next()
                group.cancelAll()
                for channel in state.value.open.values { channel.close(promise: nil) }
            }
            for socket in sockets { socket.close(promise: nil) }
        } onGracefulShutdown: {
            end(sockets)
        }
    }

    /// Opens the sockets, or takes those that are open.
    private func open(
        _ accept: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> [any Channel] {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: Self.waitingConnectionsMax)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [state, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        AcceptGate(isEnding: { state.value.isEnding }, logger: logger)
                    )
                }
            }
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            // The kernel counts only while bytes wait, and starts again with each that the client takes.
            .childChannelOption(
                ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)),
                value: SocketOptionValue(untakenMax.components.seconds * 1_000)
            )
            .childChannelInitializer(accept)
        switch place {
        case .address(let host, let port):
            return [try await bootstrap.bind(host: host, port: port).get()]
        case .sockets(let handles):
            var sockets: [any Channel] = []
            for handle in handles {
                sockets.append(try await bootstrap.withBoundSocket(handle).get())
                // It was given the usual backlog, before the options.
                InheritedSockets.listen(handle, Self.waitingConnectionsMax)
            }
            return sockets
        }
    }

    private func serve<Child: ServerChildChannel>(
        _ accepted: AsyncStream<Child.Value>,
        by child: Child
    ) async {
        await withDiscardingTaskGroup { group in
            for await value in accepted {
                group.addTask { await serve(value, by: child) }
            }
        }
    }

    private func serve<Child: ServerChildChannel>(_ value: Child.Value, by child: Child) async {
        let channel = value.channel
        let key = ObjectIdentifier(channel)
        let isEnding = state.update { state in
            state.open[key] = channel
            return state.isEnding
        }
        defer { state.update { $0.open[key] = nil } }
        // A shutdown has told this only to the connections that were open.
        if isEnding { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        await child.handle(value: value, logger: logger)
        channel.close(promise: nil)
    }

    /// Returns when the time for a shutdown is up.
    private func deadline() async {
        try? await gracefulShutdown()
        try? await Task.sleep(for: drain)
    }

    /// Stops accepting, and asks each connection to end once nothing is under way on it.
    private func end(_ sockets: [any Channel]) {
        let open = state.update { state in
            state.isEnding = true
            return Array(state.open.values)
        }
        for channel in open { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        for socket in sockets { close(socket) }
    }

    /// Closes a socket when the connections that were accepted have reached their own threads.
    ///
    /// One that has not would be cut. Those that wait in the backlog stay there for the next owner of the socket.
    private func close(_ socket: any Channel) {
        let isPaused = socket.setOption(ChannelOptions.autoRead, value: false)
        isPaused.flatMap { [group] () -> EventLoopFuture<Void> in
            let rounds = group.makeIterator().map { $0.submit {} }
            return EventLoopFuture<Void>.andAllComplete(rounds, on: socket.eventLoop)
        }.whenComplete { _ in
            socket.eventLoop.execute { socket.close(promise: nil) }
        }
    }
}
