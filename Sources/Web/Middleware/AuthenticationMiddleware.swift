import Core
import HTTPTypes
import Hummingbird

/// Identifies the author of a request by an API token, or by the session in a browser's cookie.
struct AuthenticationMiddleware: RouterMiddleware {
    let staff: StaffStore
    let clients: Clients

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // A request from within this process has its author already.
        if context.author == nil { context.author = try await author(of: request) }
        return try await next(request, context)
    }

    private func author(of request: Request) async throws -> Author? {
        if let header = request.headers[.authorization] {
            guard header.lowercased().hasPrefix("bearer ") else { return nil }
            return try await staff.author(forToken: String(header.dropFirst(7)))
        }
        guard let secret = request.sessionSecret else { return nil }
        try clients.requireSameSite(request)
        return try await staff.session(secret: secret)?.author(door: .api)
    }
}
