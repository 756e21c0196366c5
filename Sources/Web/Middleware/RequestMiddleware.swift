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
        Self.addCommon(to: &response.headers)
        return response
    }

    /// What keeps a browser from taking an answer for anything else than it is.
    static func addCommon(to headers: inout HTTPFields) {
        headers[.xContentTypeOptions] = "nosniff"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        // Apps and their web pages read public answers from anywhere; nobody else's page shows what is staff's.
        if headers[.crossOriginResourcePolicy] == nil {
            headers[.crossOriginResourcePolicy] =
                headers[.accessControlAllowOrigin] == nil ? "same-origin" : "cross-origin"
        }
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if headers[.referrerPolicy] == nil { headers[.referrerPolicy] = "no-referrer" }
    }
}

extension HTTPField.Name {
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .via
    static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .via
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .referer
    package static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .via
    static let note = HTTPField.Name("X-Note") ?? .via
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .via
}
