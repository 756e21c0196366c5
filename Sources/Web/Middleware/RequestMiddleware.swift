import Core
import HTTPTypes
import Hummingbird

/// Sets the context that every handler needs, and the headers that every response has.
struct RequestMiddleware: RouterMiddleware {
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
        return response
    }

    /// Headers that keep a browser from misinterpreting a response.
    static func addCommon(to headers: inout HTTPFields) {
        headers.reserveCapacity(headers.count + Common.count + 1)
        headers[fields: .xContentTypeOptions] = Common.contentType
        headers[fields: .crossOriginOpenerPolicy] = Common.opener
        // Public responses may be read from any site; what is for staff may not be embedded by other sites.
        if !headers.contains(.crossOriginResourcePolicy) {
            headers[fields: .crossOriginResourcePolicy] =
                headers.contains(.accessControlAllowOrigin) ? Common.forAnySite : Common.forOwnSite
        }
        if !headers.contains(.contentSecurityPolicy) {
            headers[fields: .contentSecurityPolicy] = Common.contents
        }
        if !headers.contains(.referrerPolicy) { headers[fields: .referrerPolicy] = Common.referrer }
    }

    /// The fields that are added, made once: each byte of a value is checked when a field is made.
    private enum Common {
        static let count = 5
        static let contentType = [HTTPField(name: .xContentTypeOptions, value: "nosniff")]
        static let opener = [HTTPField(name: .crossOriginOpenerPolicy, value: "same-origin")]
        static let forAnySite = [HTTPField(name: .crossOriginResourcePolicy, value: "cross-origin")]
        static let forOwnSite = [HTTPField(name: .crossOriginResourcePolicy, value: "same-origin")]
        static let contents = [
            HTTPField(name: .contentSecurityPolicy, value: "default-src 'none'; frame-ancestors 'none'")
        ]
        static let referrer = [HTTPField(name: .referrerPolicy, value: "no-referrer")]
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
