import Core
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import Storage

extension Server {
    /// The background services, and last the listener: a shutdown ends them in the opposite order.
    ///
    /// - Parameters:
    ///   - place: Where connections come from.
    ///   - port: The port by which other servers know this one.
    ///   - untakenMax: The time, in whole seconds, for which a client may take nothing of what was sent to it.
    ///   - drain: The time after the beginning of a shutdown when the open connections are cut.
    ///   - isPrepared: False to create pages and routes only when they are first asked for.
    ///   - onRunning: Called with the port once connections are taken.
    /// - Returns: The services, in the order in which they start.
    package func parts(
        at place: Listener.Place,
        port: Int,
        untakenMax: Duration = Listener.untakenMax,
        drain: Duration = .seconds(30),
        isPrepared: Bool = true,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> [any Service] {
        let fastPath = fastPath
        var logger = services.logger
        logger[metadataKey: "part"] = "http"
        let answering = Answering(responder: responder, date: fastPath.date, logger: logger)
        let child = HTTP1Channel(
            responder: { (request, writer: consuming ResponseWriter, channel) in
                try await answering.answer(request, to: writer, on: channel)
            },
            configuration: HTTP1Channel.Configuration(
                // It also closes connections: Hummingbird does not see the requests that it takes.
                additionalChannelHandlers: [FastPath(fastPath)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10,
                    maxHeaderListSize: 32 << 10,
                    maxHeaderFieldCount: 100
                )
            )
        )
        let listener = Listener(
            place,
            child: child,
            prepare: { [tls = services.settings.tls, logger] channel in try tls?.secure(channel, logger) },
            untakenMax: untakenMax,
            drain: drain,
            logger: logger,
            onRunning: { channel in await onRunning(channel.localAddress?.port ?? port) }
        )
        let preparation = isPrepared ? [NamedService(service: PreparationService(server: self))] : []
        return background(port: port) + preparation + [NamedService(service: listener)]
    }

    /// The state that all connections share.
    var fastPath: FastPath.Shared { FastPath.Shared(services, clients: clients) }

    /// The background services, which run as long as the server does.
    private func background(port: Int) -> [any Service] {
        let (hints, hint) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let own: [any Service] = [
            RevisionWatcher(services: services, hint: { hint.yield() }),
            Scheduler(
                due: services.dueWork,
                hints: hints,
                logger: services.logger,
                now: services.now
            ),
            SearchIndexer(services: services),
            HeartbeatService(
                registry: services.servers,
                server: .this(port: port, at: services.now(), random: services.random),
                logger: services.logger
            ),
            OutboxService(courier: services.courier, logger: services.logger),
            RightsService(rights: services.rights, logger: services.logger),
            FeedService(feed: services.feed, name: "changes", logger: services.logger),
            FeedService(feed: services.codeFeed, name: "codes", logger: services.logger),
            DayCountService(tally: services.counts, logger: services.logger),
            PointsTotalsService(points: services.points, logger: services.logger),
            CleanupService(services: services),
        ]
        let clock: [any Service] =
            services.clock.map { [DatabaseClockService(clock: $0, logger: services.logger)] } ?? []
        let replica: [any Service] =
            services.database.statistics.replica == nil
            ? [] : [ReplicaService(database: services.database, logger: services.logger)]
        let tls: [any Service] =
            services.settings.tls.map { [TLSService(tls: $0, logger: services.logger)] } ?? []
        let ofModules = services.modules.flatMap { $0.background(services) }
        // First, so that it ends last, and sends the spans of the others.
        let traces: [any Service] =
            services.settings.tracer.map { [TraceService(tracer: $0, logger: services.logger)] } ?? []
        return (traces + own + clock + replica + tls + ofModules).map(NamedService.init)
    }
}

/// Answers the requests of connections.
private struct Answering: Sendable {
    /// The connection broke while a response was written, so no other is.
    private struct Broken: Error {}

    let responder: RootResponder
    let date: @Sendable () -> String
    let logger: Logger

    func answer(
        _ request: Request,
        to writer: consuming ResponseWriter,
        on channel: any Channel
    ) async throws {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = "\(RequestID())"
        let context = WebContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch let error as HTTPParserError {
            // Hummingbird answers it.
            throw error
        } catch {
            logger.debug("a request failed", metadata: ["error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = date()
        do {
            try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
            throw Broken()
        }
    }
}

/// A service that is described by its type; otherwise all its contents would be logged as its name at the start.
private struct NamedService: Service, CustomStringConvertible {
    let service: any Service

    var description: String { "\(type(of: service))" }

    func run() async throws { try await service.run() }
}
