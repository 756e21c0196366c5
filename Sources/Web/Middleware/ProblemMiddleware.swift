import Core
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Storage

/// Turns every thrown error into a response in the error format of the client.
///
/// It is outermost, so handlers neither catch errors nor build error responses.
struct ProblemMiddleware: RouterMiddleware {
    let console: Console
    /// Sorted by the longest prefix first, because the paths of one app may be below those of another.
    private let formats: [ErrorFormat]
    private let unrouted: UnroutedRequests
    private let surfaces: Surfaces
    private let secrets: SecretPaths
    private let origins: TrustedOrigins

    init(console: Console, surfaces: Surfaces) {
        (self.console, self.surfaces) = (console, surfaces)
        unrouted = UnroutedRequests(console: console, pages: surfaces.console)
        secrets = SecretPaths(console.services)
        origins = TrustedOrigins(console.services)
        formats = console.services.modules.flatMap(\.errorFormats).sorted {
            $0.prefix.count > $1.prefix.count
        }
    }

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        origins.apply(to: &response, request)
        return response
    }

    private func answer(
        _ request: Request,
        _ context: WebContext,
        _ next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            if let error = error as? HTTPError, error.status == .notFound,
                let response = unrouted.answer(to: request)
            {
                return response
            }
            let problem = problem(error, request)
            let path = secrets.redacted(request.uri.path)
            problem.log(error, at: path, requestID: context.requestID, to: context.logger)
            let response =
                if isMistypedPage(request, error, problem) {
                    try await page(problem, request, context)
                } else {
                    response(to: request, context, problem, error)
                }
            // A body would be read as the beginning of the next response; HEAD routes omit theirs themselves.
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    /// True if a person has requested a path without a route that is not below an API.
    private func isMistypedPage(_ request: Request, _ error: any Error, _ problem: Problem) -> Bool {
        let path = request.uri.path
        return error is HTTPError && problem.kind == .notFound
            && request.headers[.accept]?.contains("text/html") == true
            && path != "/admin" && !path.hasPrefix("/admin/") && format(at: path) == nil
    }

    private func page(_ problem: Problem, _ request: Request, _ context: WebContext) async throws -> Response
    {
        try await ConsoleMiddleware(console: console).handle(request, context: context) { _, _ in
            throw problem
        }
    }

    private func problem(_ error: any Error, _ request: Request) -> Problem {
        switch error {
        case let error as HTTPError: problem(error, request)
        case is HTTPParserError:
            Problem(
                .malformed,
                Localized("Тело запроса не разобрать.", "The body of the request cannot be understood.")
            )
        case _:
            Problem(known: error)
                ?? Problem(.unexpected, Localized("Внутренняя ошибка.", "Something went wrong on our side."))
        }
    }

    private func problem(_ error: HTTPError, _ request: Request) -> Problem {
        switch error.status {
        case .notFound where !surfaces.methods(at: request.uri.path).isEmpty:
            Problem(.methodNotAllowed, Localized("Здесь нет такого метода.", "There is no such method here."))
        case .notFound: .notFound(Localized("Такого адреса нет.", "There is no such address."))
        case .contentTooLarge:
            Problem(.tooLarge, Localized("Запрос слишком большой.", "The request is too large."))
        case _:
            Problem(
                .malformed,
                Localized("Запрос не разобрать.", error.body ?? "The request cannot be understood.")
            )
        }
    }

    private func response(
        to request: Request,
        _ context: WebContext,
        _ problem: Problem,
        _ error: any Error
    ) -> Response {
        let path = request.uri.path
        var response =
            if let format = format(at: path) {
                format.response(error, problem, request)
            } else {
                Response.json(
                    problem.json(
                        in: context.language,
                        at: String(secrets.redacted(path).prefix(500)),
                        requestID: context.requestID
                    ),
                    status: problem.kind.status,
                    contentType: "application/problem+json"
                )
            }
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
        if problem.kind == .methodNotAllowed, response.headers[.allow] == nil {
            response.headers[.allow] = surfaces.methods(at: path).sorted().joined(separator: ", ")
        }
        if problem.kind == .unauthenticated { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    private func format(at path: String) -> ErrorFormat? {
        formats.first { path.hasPrefix($0.prefix) }
    }
}

/// The methods of each path; the router itself cannot distinguish a wrong method from an unknown path.
struct RouteTable: Sendable {
    private let routes: [(pattern: [Substring], method: String)]

    init(_ routes: [(method: HTTPRequest.Method, path: String)]) {
        self.routes = routes.map { ($0.path.split(separator: "/"), $0.method.rawValue) }
    }

    func methods(for path: String) -> Set<String> {
        let parts = path.split(separator: "/")
        return Set(routes.filter { Self.matches($0.pattern, parts) }.map(\.method))
    }

    private static func matches(_ pattern: [Substring], _ parts: [Substring]) -> Bool {
        pattern.count == parts.count
            && zip(pattern, parts).allSatisfy { $0 == $1 || $0.hasPrefix(":") || $0.hasPrefix("{") }
    }
}
