import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// The public API for apps: each response is rendered once and then sent from memory.
struct PublicRoutes: Sendable {
    let services: Services
    let clients: Clients

    func add(_ module: any App, to router: RouteCollector) {
        let group = router.group(RouterPath(module.publicPrefix)).add(
            middleware: PublicMiddleware(module: module, services: services, clients: clients)
        )
        for route in module.publicRoutes {
            group.get(RouterPath(route.path)) { request, context in
                let marks =
                    request.uri.query == nil ? nil : try await module.marks(for: request, services: services)
                let answer = try await answer(to: request, context, by: route, of: module, marks)
                if request.method == .get { answer.note(in: (services.searches, services.counts)) }
                let (head, body) = answer.response(to: request.headers)
                return Response(
                    status: head.status,
                    headers: head.headerFields,
                    body: ResponseBody(byteBuffer: body)
                )
            }
        }
        if !module.publicOpenAPI.isEmpty {
            group.get("openapi.json") { _, _ in
                Response.personal(PublicAnswer(body: Array(module.publicOpenAPI.utf8)))
            }
        }
        module.addPublicRoutes(to: group, services: services, clients: clients)
    }

    private func answer(
        to request: Request,
        _ context: WebContext,
        by route: PublicRoute,
        of module: any App,
        _ marks: PersonalMarks?
    ) async throws -> Answer {
        try await services.live.load()
        let live = services.live.state
        let now = services.now()
        let language = Language(accepting: request.headers[.acceptLanguage])
        let baseURL = clients.baseURL(authority: request.head.authority, headers: request.headers)
        let parameters = context.parameters.map { (String($0.key), String($0.value)) }
        let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
        let settings = services.appSettings.of(module.name, in: live)
        let linkKey = try await module.linkKey(settings, services)
        let rendered = try route.render(
            PublicRequest(
                parameters: Dictionary(parameters) { _, last in last },
                query: query,
                language: language,
                baseURL: baseURL,
                now: now,
                live: live,
                marks: marks ?? .none,
                settings: settings,
                linkKey: linkKey
            )
        )
        let requests = services.metrics.requests
        if marks != nil {
            requests.personal.increment()
            return Answer(rendered, validUntil: nil, isPersonal: true)
        }
        requests.misses.increment()
        let label = RequestMetrics.label(ofRoute: context.endpointPath)
        let answer = Answer(
            rendered,
            validUntil: live.nextBoundary(after: now),
            route: label,
            requests: requests.ofCached(label, status: rendered.status)
        )
        let key = Answers.Key(target: request.head.path ?? "", baseURL: baseURL, language: language)
        services.answers.keep(answer, for: key, generation: live.generation)
        return answer
    }

    /// Pages of other sites may send any request here.
    static let preflight: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, HEAD, POST, PUT, DELETE, OPTIONS",
        .accessControlAllowHeaders: "Content-Type, token, Authorization, Accept-Language",
        .accessControlMaxAge: "86400",
    ]
}

/// Applies the rate limit of each client of an app.
private struct PublicMiddleware: RouterMiddleware {
    let module: any App
    let services: Services
    let clients: Clients

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try await clients.count(context.address, request.headers, in: module.publicPrefix) {
            try await module.holder(ofTokenIn: request.headers, services: services)
        }
        var response = try await next(request, context)
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}
