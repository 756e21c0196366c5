import Core
import HTTPTypes
import Hummingbird

/// Sets the context that every handler needs, and the headers that every response has.
struct RequestMiddleware: RouterMiddleware {
    /// A browser that has seen it asks by HTTPS alone for half a year.
    private static let secureOnly = "max-age=15552000"

    let clients: Clients

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.language = Language(accepting: request.headers[.acceptLanguage], otherwise: .en)
        context.address = clients.address(of: request.headers, peer: context.peer)
        if let id = clients.requestID(in: request.headers) { context.take(requestID: id) }
        var response = try await next(request, context)
        Self.addCommon(to: &response.headers)
        // Of a server behind a proxy the proxy says it.
        if clients.isSecureOnly { response.headers[.strictTransportSecurity] = Self.secureOnly }
        return response
    }

    /// Headers that keep a browser from misinterpreting a response.
    static func addCommon(to headers: inout HTTPFields) {
        headers[.xContentTypeOptions] = "nosniff"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        // Public responses may be read from any site; what is for staff may not be embedded by other sites.
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
