import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// What is known of a request of the console, once somebody has signed in.
package struct ConsoleContext: ChildRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let session: StaffSession
    /// The member of staff, as everything that the console does is written down.
    package let author: Author
    package let language: Language
    package let theme: Theme
    package let address: String
    let requestID: String
    /// How far the changes had come before anything was read for the page.
    let position: Int64
    /// What the page before this one has left to be told.
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
    /// The same member of staff, as the admin API knows them.
    package var staff: StaffContext {
        StaffContext(author: author, language: language, address: address, requestID: requestID, coreContext)
    }
}

/// Which colours the console has; the system decides where nobody has chosen.
package enum Theme: String, Sendable {
    case system, light, dark
}

/// Finds out who asks, and what they have chosen, by their cookies.
struct ConsoleMiddleware: RouterMiddleware {
    static let languageCookie = "vitrina_language"
    static let themeCookie = "vitrina_theme"
    static let noticeCookie = "vitrina_notice"
    /// A style sheet, scripts, pictures and forms of this server, and nothing else.
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
                if context.session != nil { context.position = try await console.services.feed.position() }
            }
            response = try await next(request, context)
        } catch {
            response = try await console.answer(to: error, request, context)
        }
        response = try await packed(response, for: request)
        response.headers[.contentSecurityPolicy] = Self.policy
        // Without any, a browser would not say from which site a form comes.
        response.headers[.referrerPolicy] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        if let chosen, chosen != kept {
            response.setCookie(.preference(Self.languageCookie, chosen.rawValue))
        }
        return response
    }
}

extension ConsoleMiddleware {
    /// A page as few bytes; it holds no secret beside what somebody else could put into it.
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
        // It was that of the longer body.
        headers[.contentLength] = nil
        return Response(
            status: response.status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed))
        )
    }
}

extension Cookie {
    /// Something that is no secret, kept for a year.
    package static func preference(_ name: String, _ value: String) -> Cookie {
        Cookie(name: name, value: value, maxAge: 31_536_000, path: "/", httpOnly: false, sameSite: .lax)
    }
}
