import Core
import HTTPTypes
import Hummingbird

/// Finds out who asks: by an API token, or by the session that a browser's cookie names.
struct AuthenticationMiddleware: RouterMiddleware {
    let staff: StaffStore
    let clients: Clients

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // A request from within this process brings its author along.
        if context.author == nil { context.author = try await author(of: request) }
        return try await next(request, context)
    }

    private func author(of request: Request) async throws -> Author? {
        if let header = request.headers[.authorization] {
            guard header.lowercased().hasPrefix("bearer ") else { return nil }
            return try await staff.author(forToken: String(header.dropFirst(7)))
        }
        guard let secret = request.cookies[SessionRoutes.cookie]?.value else { return nil }
        try requireSameSite(request)
        return try await staff.session(secret: secret)?.staff.author(door: .api)
    }

    /// Refuses a change that another site's page asks a signed-in browser for.
    private func requireSameSite(_ request: Request) throws(Problem) {
        guard ![.get, .head, .options].contains(request.method) else { return }
        let base = clients.baseURL(authority: request.head.authority, headers: request.headers)
        let host = base.split(separator: "://", maxSplits: 1).last
        let isOwnOrigin = request.headers[.origin].map {
            $0.split(separator: "://", maxSplits: 1).last == host
        }
        let isOwnSite = request.headers[.secFetchSite].map { $0 == "same-origin" || $0 == "none" }
        guard isOwnOrigin ?? true, isOwnSite ?? true else {
            throw Problem(
                .forbidden,
                Localized("Запрос пришёл с чужого сайта.", "This request comes from another site.")
            )
        }
    }
}
