import Core
import HTTPTypes
import Hummingbird
import Web

/// Lets pages of any site ask, with a key in each request and without cookies (R16).
enum CORS {
    /// Without `ETag` among what pages may read, Firebase's SDK for JavaScript fetches everything anew each time.
    static let headers: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Retry-After",
    ]

    static let preflight: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, HEAD, POST, PUT, DELETE, OPTIONS",
        .accessControlAllowHeaders: [
            "Accept", "Authorization", "Cache-Control", "Content-Encoding", "Content-Type", "If-Match",
            "If-None-Match", "Last-Event-ID", "X-API-Key", "X-Firebase-Client", "X-Firebase-GMPID",
            "X-Firebase-RC-Fetch-Type", "X-Goog-Api-Key", "X-Goog-Firebase-Installations-Auth",
        ].joined(separator: ", "),
        .accessControlMaxAge: "86400",
        .vary: "Origin, Access-Control-Request-Headers",
    ]
}

extension Response {
    /// The same for pages of any site.
    func toAnyOrigin() -> Response {
        var response = self
        for field in CORS.headers { response.headers[field.name] = field.value }
        return response
    }
}

extension HTTPField.Name {
    static let apiKey = HTTPField.Name("X-API-Key") ?? .via
    static let googleKey = HTTPField.Name("X-Goog-Api-Key") ?? .via
    static let installationAuth = HTTPField.Name("X-Goog-Firebase-Installations-Auth") ?? .via
}
