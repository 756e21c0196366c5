import Core
import HTTPTypes
import Hummingbird
import Storage

/// The routes of one part of the server: of the admin API, of the apps, or of the console.
struct Surface: Sendable {
    let table: RouteTable
    /// Throws its problems, and a `RoutingFailure` if no route matches.
    let responder: RouteTree
    let routes: [(method: HTTPRequest.Method, path: String)]

    /// `others` are routes whose clients expect 404 for a wrong method, as Firebase and OFREP respond to it.
    init(_ add: (RouteCollector) -> Void, others: ((RouteCollector) -> Void)? = nil) {
        let collector = RouteCollector()
        add(collector)
        table = RouteTable(collector.routes.map { ($0.method, $0.path) })
        others?(collector)
        routes = collector.routes.map { ($0.method, $0.path) }
        responder = RouteTree(collector.routes)
    }

    /// Responds with all transactions in the lane of the client.
    fileprivate func respond(
        to request: Request,
        context: WebContext,
        in lane: Lane
    ) async throws -> Response {
        var response = try await lane.run { try await responder.respond(to: request, context: context) }
        // A stream reads the database while it is sent.
        if response.body.contentLength == nil { response.body = response.body.written(in: lane) }
        return response
    }
}

extension ResponseBody {
    fileprivate func written(in lane: Lane) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            let target = writer
            try await lane.run { try await write(target) }
        }
    }
}

/// Each part is created by its first request: a command needs no page, and an app no admin API.
struct Surfaces: Sendable {
    /// The admin API of what belongs to no module.
    let admin: Lazy<Surface, Never>
    /// The admin API of each module, by its name.
    let modules: [String: Lazy<Surface, Never>]
    let apps: Lazy<Surface, Never>
    let console: Lazy<Surface, Never>

    var all: [Surface] { ([admin, apps, console] + modules.values).map { $0.get() } }

    /// The methods of the APIs at a path for which no route matched.
    func methods(at path: String) -> Set<String> {
        (adminSurface(at: path) ?? apps.get()).table.methods(for: path)
    }

    func respond(to request: Request, context: WebContext) async throws -> Response {
        do {
            if let admin = adminSurface(at: request.uri.path) {
                return try await admin.respond(to: request, context: context, in: .staff)
            }
            do {
                return try await apps.get().respond(to: request, context: context, in: .app)
            } catch is RoutingFailure {
                return try await console.get().respond(to: request, context: context, in: .staff)
            }
        } catch is RoutingFailure {
            throw HTTPError(.notFound)
        }
    }

    /// Nil if the path is not of the admin API.
    private func adminSurface(at path: String) -> Surface? {
        guard path == OpenAPI.prefix || path.hasPrefix(OpenAPI.prefix + "/") else { return nil }
        let name = path.dropFirst(OpenAPI.prefix.count).drop { $0 == "/" }.prefix { $0 != "/" }
        return (modules[String(name)] ?? admin).get()
    }
}

/// Wraps every response: the client, the log, and problems in the error format of the client.
struct RootResponder: HTTPResponder {
    let requests: RequestMiddleware
    let meter: RequestMeter
    let problems: ProblemMiddleware
    let surfaces: Surfaces

    func respond(to request: Request, context: WebContext) async throws -> Response {
        try await requests.handle(request, context: context) { request, context in
            try await meter.handle(request, context) { request, context in
                try await problems.handle(request, context: context) { request, context in
                    try await surfaces.respond(to: request, context: context)
                }
            }
        }
    }
}
