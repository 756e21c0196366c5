import Core
import HTTPTypes
import Hummingbird
import Web

/// The routes of Firebase's APIs, behind one route for each method.
struct FlagRoutes: Sendable {
    let services: Services
    let management: ManagementRoutes
    let commandLine: FirebaseCommandLine
    let fetch: FetchRoutes
    let stream: StreamRoutes
    let installations: InstallationRoutes
    let values: ValueRoutes
    let ofrep: OFREPRoutes

    init(services: Services, clients: Clients) {
        let limits = services.flags.limits
        self.services = services
        management = ManagementRoutes(services: services, clients: clients)
        commandLine = FirebaseCommandLine(services: services, clients: clients, management: management)
        fetch = FetchRoutes(flags: services.flags, now: services.now)
        stream = StreamRoutes(services: services, limits: limits)
        installations = InstallationRoutes(services: services, limits: limits)
        values = ValueRoutes(services: services, limits: limits)
        ofrep = OFREPRoutes(services: services, clients: clients, limits: limits)
    }

    func add(to router: RouteCollector) {
        let google = router.group("v1")
        for method in [HTTPRequest.Method.get, .put, .post, .delete, .patch] {
            google.on("**", method: method) { request, context in
                try await answer(request, context).toAnyOrigin()
            }
        }
        router.post("oauth2/v3/token") { request, context in
            try await commandLine.token(request, context)
        }
        values.add(to: router.group("config/v1"))
        ofrep.add(to: router.group("ofrep/v1"))
    }

    private func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        let method = request.method == .head ? .get : request.method
        // Google's APIs respond with 404 to a wrong method.
        guard let path = FlagPath(request.uri.path), path.methods.contains(method) else {
            throw Problem.notFound(Localized("Такого адреса нет.", "There is no such address."))
        }
        switch path.resource {
        case .fetch: return try await fetch.fetch(path, request, context)
        case .stream: return try await stream.stream(path, request, context)
        case .installations: return try await installations.create(path, request, context)
        case .installation(let id): return try await installations.delete(id, path, request, context)
        case .authTokens(let id): return try await installations.renew(id, path, request, context)
        case .project: return try await commandLine.project(path, request, context)
        case .permissions: return try await commandLine.permissions(path, request, context)
        case .template, .versions, .rollback, .defaults, .serverTemplate, .namespaces, .namespace,
            .experiments,
            .rollouts:
            return try await management.answer(path, request, context)
        }
    }
}
