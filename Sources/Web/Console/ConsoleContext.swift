import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// The context of a request of the console from a signed-in member of staff.
package struct ConsoleContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let session: StaffSession
    /// The member of staff as the author of all changes made in the console.
    package let author: Author
    package let language: Language
    package let theme: Theme
    package let address: String
    let requestID: String
    /// The position in the changes before anything was read for the page.
    let position: Int64
    /// The id of the flash message that the previous page has left.
    let noticeID: String?

    package init(context: WebContext) throws {
        guard let session = context.session else {
            throw Problem(.unauthenticated, Localized("Сначала войдите.", "Sign in first."))
        }
        coreContext = context.coreContext
        self.session = session
        author = session.author(door: .console)
        language = context.language
        theme = context.theme
        address = context.address
        requestID = context.requestID
        position = context.position
        noticeID = context.noticeID
    }
}

extension ConsoleContext {
    /// The same member of staff, as the context of the admin API.
    package var staff: StaffContext {
        StaffContext(author: author, language: language, address: address, requestID: requestID, coreContext)
    }
}

/// The colour theme of the console; the system decides by default.
package enum Theme: String, Sendable {
    case system, light, dark
}

/// Identifies the member of staff and their preferences by cookies.
struct ConsoleMiddleware: RouterMiddleware {
    static let languageCookie = "vitrina_language"
    static let themeCookie = "vitrina_theme"
    static let noticeCookie = "vitrina_notice"
    /// Allows style sheets, scripts, pictures and forms of this server, and nothing else.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    let console: Console

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let chosen = request.query.last { $0.name == "lang" }.flatMap { Language(rawValue: $0.value) }
        let kept = request.cookies[Self.languageCookie].flatMap { Language(rawValue: $0.value) }
        context.language = chosen ?? kept ?? Language(accepting: request.headers[.acceptLanguage])
        context.theme = request.cookies[Self.themeCookie].flatMap { Theme(rawValue: $0.value) } ?? .system
        context.noticeID = request.cookies[Self.noticeCookie]?.value
        var response: Response
        do {
            if let secret = request.sessionSecret {
                try console.clients.requireSameSite(request)
                context.session = try await console.services.staff.session(secret: secret)
                if context.session != nil { context.position = try await console.services.changes.position() }
            }
            response = try await next(request, context)
        } catch {
            response = try await console.answer(to: error, request, context)
        }
        response = try await packed(response, for: request)
        response.headers[.contentSecurityPolicy] = Self.policy
        // Without a referrer, a browser would not send the origin of a form.
        response.headers[.referrerPolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        if let chosen, chosen != kept {
            response.setCookie(.preference(Self.languageCookie, chosen.rawValue))
        }
        return response
    }
}

extension ConsoleMiddleware {
    /// Compresses a page; this leaks nothing, because a page contains no secret next to input of others.
    private func packed(_ response: Response, for request: Request) async throws -> Response {
        guard response.headers[.contentType]?.hasPrefix("text/html") == true,
            request.headers[.acceptEncoding]?.contains("gzip") == true
        else { return response }
        let bytes = try await response.body.collected()
        guard let packed = Gzip.compressed(bytes) else {
            return Response(
                status: response.status,
                headers: response.headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }
        var headers = response.headers
        headers[.contentEncoding] = "gzip"
        headers[.vary] = "Accept-Encoding"
        // The length was that of the uncompressed body.
        headers[.contentLength] = nil
        return Response(
            status: response.status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed))
        )
    }
}

extension Cookie {
    /// A preference, which is not a secret, stored for a year.
    package static func preference(_ name: String, _ value: String) -> Cookie {
        Cookie(name: name, value: value, maxAge: 31_536_000, path: "/", httpOnly: false, sameSite: .lax)
    }
}
