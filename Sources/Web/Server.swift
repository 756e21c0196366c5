import Core
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Storage

/// The HTTP application, assembled once for the server, the command line and the tests.
package struct Server: Sendable {
    /// The backlog of connections to be accepted, as when a thousand phones reconnect at once.
    private static let waitingConnectionsMax = 4_096

    private let services: Services
    private let authority: String
    private let clients: Clients
    private let templates: Templates
    private let responder: RootResponder

    /// `authority` is the host and port in URLs for requests from this process, if no public URL is set.
    package init(services: Services, authority: String = "localhost") {
        (self.services, self.authority) = (services, authority)
        clients = Clients(settings: services.settings, now: services.now)
        let files = services.modules.reduce(into: embeddedFiles) { files, module in
            files.merge(module.files) { own, _ in own }
        }
        templates = Templates(files)
        let admin = Lazy<Surface, Never> { [clients] in
            Surface { Self.addAdmin(to: $0, services, clients) }
        }
        let modules = services.modules.map { [clients] module in
            let surface = Lazy<Surface, Never> {
                Surface { Self.addAdmin(of: module, to: $0, services, clients) }
            }
            return (module.name, surface)
        }
        let apps = Lazy<Surface, Never> { [clients] in
            Surface {
                Self.addApps(to: $0, services, clients)
            } others: { router in
                for module in services.modules {
                    module.addRoutes(to: router, services: services, clients: clients)
                }
                ProbeRoutes(readiness: services.readiness).add(to: router)
                MetricsRoute(services: services).add(to: router)
            }
        }
        let console = Console(
            services: services,
            clients: clients,
            templates: templates,
            assets: Assets(files, modules: services.modules)
        )
        let surfaces = Surfaces(
            admin: admin,
            modules: Dictionary(uniqueKeysWithValues: modules),
            apps: apps,
            console: Lazy { Surface { console.add(to: $0) } }
        )
        responder = RootResponder(
            requests: RequestMiddleware(clients: clients),
            meter: RequestMeter(
                requests: services.metrics.requests,
                log: RequestLogger(services, clients: clients)
            ),
            problems: ProblemMiddleware(console: console, surfaces: surfaces),
            surfaces: surfaces
        )
    }

    /// Every route, as declared.
    package var routes: [(method: HTTPRequest.Method, path: String)] {
        responder.surfaces.all.flatMap(\.routes)
    }

    /// Creates everything now that is otherwise created on first use; throws a `Templates.Fault`.
    func prepare() throws {
        try templates.prepare()
        _ = responder.surfaces.all
    }

    /// Routes for apps, their browsers and supervisors.
    private static func addApps(to router: Router<WebContext>, _ services: Services, _ clients: Clients) {
        OpenRoutes.addProblems(to: router)
        FileRoutes(services: services, clients: clients).add(to: router)
        ThumbnailRoutes(media: services.media).add(
            to: router.group("media")
                .add(middleware: AuthenticationMiddleware(staff: services.staff, clients: clients))
                .group(context: StaffContext.self)
        )
        for app in services.apps { PublicRoutes(services: services, clients: clients).add(app, to: router) }
    }

    /// The admin API of what belongs to no module.
    private static func addAdmin(to router: Router<WebContext>, _ services: Services, _ clients: Clients) {
        let open = router.group(RouterPath(OpenAPI.prefix))
        let staff = staff(open, services, clients)
        OpenRoutes(services: services).add(to: open, staff: staff)
        open.post("session") { request, context in
            try await SessionRoutes.signIn(request, context, services, clients)
        }
        for list in OpenAPI.lists { staff.add(list, services) }
        let modules = Set(services.modules.map(\.name))
        for resource in services.resources where !modules.contains(resource.address.first ?? "") {
            ResourceRoutes(resource: resource, services: services).add(to: staff)
        }
    }

    /// The admin API of a module: everything below its name.
    private static func addAdmin(
        of module: any Module,
        to router: Router<WebContext>,
        _ services: Services,
        _ clients: Clients
    ) {
        let staff = staff(router.group(RouterPath(OpenAPI.prefix)), services, clients)
        let group = staff.group(RouterPath(module.name))
        for resource in services.resources where resource.address.first == module.name {
            ResourceRoutes(resource: resource, services: services).add(to: staff)
        }
        for declaration in module.types {
            ContentRoutes(type: declaration.type, store: services.contents).add(to: group)
            TransferRoutes(type: declaration.type, store: services.contents).add(to: group)
        }
        for list in module.routes { staff.add(list, services) }
        module.addAdminRoutes(to: group, services: services)
    }

    private static func staff(
        _ open: RouterGroup<WebContext>,
        _ services: Services,
        _ clients: Clients
    ) -> RouterGroup<StaffContext> {
        open.add(middleware: AuthenticationMiddleware(staff: services.staff, clients: clients))
            .group(context: StaffContext.self)
            .add(middleware: ConditionalMiddleware())
            .add(middleware: ChangeMiddleware(claims: services.claims, now: services.now))
    }

    /// The HTTP server with its background services.
    package func application(
        host: String,
        port: Int,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        let fastPath = fastPath
        var logger = services.logger
        logger[metadataKey: "part"] = "http"
        return Application(
            responder: ErasedResponder(responder: responder),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    // It also closes idle connections: Hummingbird does not see the requests that it takes.
                    additionalChannelHandlers: [FastPath(fastPath)],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10,
                        maxHeaderListSize: 32 << 10,
                        maxHeaderFieldCount: 100
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                serverName: nil,
                backlog: Self.waitingConnectionsMax
            ),
            services: background(port: port),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger
        )
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
            CleanupService(services: services), PreparationService(server: self),
        ]
        let clock: [any Service] =
            services.clock.map { [DatabaseClockService(clock: $0, logger: services.logger)] } ?? []
        return (own + clock + services.modules.flatMap { $0.background(services) }).map(NamedService.init)
    }

    /// Responds to a request from within this process, on behalf of the given author.
    package func respond(
        method: HTTPRequest.Method,
        path: String,
        headers: HTTPFields = [:],
        body: [UInt8] = [],
        author: Author?
    ) async throws -> (status: Int, headers: HTTPFields, body: [UInt8]) {
        let body = RequestBody(buffer: ByteBuffer(bytes: body))
        let response = try await response(method, path, headers, body, author)
        let collector = Collector()
        try await response.body.write(collector)
        return (response.status.code, response.headers, collector.bytes.value)
    }

    /// A request from within this process with a body of any size; pieces of a success are passed on, not stored.
    package func respond(
        method: HTTPRequest.Method,
        path: String,
        headers: HTTPFields = [:],
        body: HTTPBody,
        author: Author?,
        receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> (status: Int, headers: HTTPFields, body: [UInt8]) {
        let response = try await response(method, path, headers, try RequestBody(body), author)
        let isSuccess = response.status.kind == .successful
        let collector = Collector(receive: isSuccess ? receive : nil)
        try await response.body.write(collector)
        return (response.status.code, response.headers, collector.bytes.value)
    }

    private func response(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        _ body: RequestBody,
        _ author: Author?
    ) async throws -> Response {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: authority,
            path: path,
            headerFields: headers
        )
        return try await responder.respond(
            to: Request(head: head, body: body),
            context: WebContext(local: author, logger: services.logger)
        )
    }
}

/// A service that is described by its type; otherwise all its contents would be logged as its name at the start.
private struct NamedService: Service, CustomStringConvertible {
    let service: any Service

    var description: String { "\(type(of: service))" }

    func run() async throws { try await service.run() }
}

private struct ErasedResponder: HTTPResponder {
    let responder: any HTTPResponder<WebContext>

    func respond(to request: Request, context: WebContext) async throws -> Response {
        try await responder.respond(to: request, context: context)
    }
}

/// Collects the body of a response within the process.
struct Collector: ResponseBodyWriter {
    let bytes = Locked([UInt8]())
    /// Receives each piece in place of `bytes`.
    var receive: (@Sendable ([UInt8]) throws -> Void)?

    mutating func write(_ buffer: ByteBuffer) async throws {
        if let receive { return try receive(Array(buffer.readableBytesView)) }
        bytes.update { $0.append(contentsOf: buffer.readableBytesView) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
