import Core
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Storage

/// The HTTP application, assembled once for the server, the command line and the tests.
package struct Server: Sendable {
    let services: Services
    let clients: Clients
    let responder: RootResponder
    private let authority: String
    private let templates: Templates

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
                log: RequestLogger(services, clients: clients),
                tracer: RequestTracer(services)
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
    private static func addApps(to router: RouteCollector, _ services: Services, _ clients: Clients) {
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
    private static func addAdmin(to router: RouteCollector, _ services: Services, _ clients: Clients) {
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
        to router: RouteCollector,
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

extension RequestBody {
    /// The body of a request within the process; a file is read piece by piece.
    fileprivate init(_ body: HTTPBody) throws(Problem) {
        switch body {
        case .none: self.init(buffer: ByteBuffer())
        case .bytes(let bytes): self.init(buffer: ByteBuffer(bytes: bytes))
        case .file(let path):
            let file = try FilePieces(path: path)
            self.init(
                asyncSequence: AsyncThrowingStream(unfolding: {
                    try file.next().map { ByteBuffer(bytes: $0) }
                })
            )
        }
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
