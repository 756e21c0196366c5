import Core
import HTTPTypes
import Hummingbird

/// Reads what every handler needs to know of a request, and adds what every answer must say.
struct RequestMiddleware: RouterMiddleware {
    let clients: Clients

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.language = Language(accepting: request.headers[.acceptLanguage], otherwise: .en)
        context.address = clients.address(of: request.headers, peer: context.address)
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "no-referrer" }
        return response
    }
}

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
    static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .via
    static let note = HTTPField.Name("X-Note") ?? .via
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .via
}
