import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Storage

/// The services that every page of the console uses.
package struct Console: Sendable {
    package let services: Services
    let clients: Clients
    let templates: Templates
    let assets: Assets

    /// The content store, for an author who may read it; a change checks its own permission.
    package func contents(_ context: ConsoleContext) throws(Problem) -> ContentStore {
        try context.author.require(.readContent)
        return services.contents
    }

    /// The whole page, with a message of its own or the one that the previous page has left.
    package func show(
        _ page: ConsolePage,
        _ context: ConsoleContext,
        notice own: FlashMessage? = nil
    ) async throws -> Response {
        var notice = own
        if own == nil, let id = context.noticeID {
            notice = try await services.notices.find(id, of: context.session.staff.id)
        }
        let shell = Shell(console: self, page: page, context: context, notice: notice)
        let html = try templates.render("page", shell.json, in: context.language)
        var response = Response.html(html, status: page.status)
        if own == nil, context.noticeID != nil { response.setCookie(.notice("", age: 0)) }
        return response
    }

    /// Stores a message for the page that this request shows.
    func notice(
        _ text: Localized,
        undo calls: [FlashMessage.Call],
        offer: FlashMessage.Offer? = nil,
        _ context: ConsoleContext
    ) async throws -> FlashMessage? {
        let staff = context.session.staff.id
        let id = try await services.notices.keep(
            text[context.language],
            undo: calls,
            offer: offer,
            for: staff
        )
        return try await services.notices.find(id, of: staff)
    }

    /// Redirects to a page with a message that offers to undo the action.
    package func done(
        _ text: Localized,
        undo calls: [FlashMessage.Call] = [],
        offer: FlashMessage.Offer? = nil,
        to path: String,
        _ context: ConsoleContext
    ) async throws -> Response {
        var response = Response.redirect(to: path, type: .normal)
        let id = try await services.notices.keep(
            text[context.language],
            undo: calls,
            offer: offer,
            for: context.session.staff.id
        )
        response.setCookie(.notice(id, age: 60))
        return response
    }

    /// The response for a page that cannot be shown.
    func answer(to error: any Error, _ request: Request, _ context: WebContext) async throws -> Response {
        guard let problem = Problem(known: error) else { throw error }
        if problem.kind == .unauthenticated {
            let next = request.method == .get ? request.head.path ?? "/" : "/"
            return .redirect(to: "/login?next=\(next.percentEncoded)", type: .normal)
        }
        let path = SecretPaths(services).redacted(request.uri.path)
        problem.log(error, at: path, requestID: context.requestID, to: context.logger)
        return try await answer(problem, context)
    }

    /// The problem as a page: within the shell if somebody is signed in.
    func answer(_ problem: Problem, _ context: WebContext) async throws -> Response {
        var text = ConsolePage("problem", title: problem.kind.title[context.language], path: "")
        text.context = [
            "title": .string(problem.kind.title[context.language]),
            "detail": .string(problem.detail[context.language]),
            "faults": .array(problem.faults.map { .string($0.detail[context.language]) }),
            "is_missing": .bool(problem.kind == .notFound),
            "request_id": .string(problem.kind.status.kind == .serverError ? context.requestID : ""),
        ]
        text.status = problem.kind.status
        if context.session != nil { return try await show(text, try ConsoleContext(context: context)) }
        let shell = Shell.bare(self, text, language: context.language, theme: context.theme)
        return .html(try templates.render("bare", shell, in: context.language), status: text.status)
    }
}

/// A page: its template with the context, and its position in the navigation.
package struct ConsolePage: Sendable {
    package let template: String
    package let title: String
    /// The path under which the navigation shows it.
    package let path: String
    package var context: JSON = [:]
    /// The content types whose changes it shows.
    package var types: [String] = []
    package var status = HTTPResponse.Status.ok
    /// The module whose scripts and styles it needs beside those of its template.
    package var module: String?
    /// The number of unpublished changes on the page; nil if it has no count of its own.
    package var changes: Int?

    package init(_ template: String, title: String, path: String, context: JSON = [:], types: [String] = []) {
        (self.template, self.title, self.path) = (template, title, path)
        (self.context, self.types) = (context, types)
    }
}

extension Response {
    package static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}

extension Cookie {
    static func notice(_ id: String, age: Int) -> Cookie {
        Cookie(
            name: ConsoleMiddleware.noticeCookie,
            value: id,
            maxAge: age,
            path: "/",
            httpOnly: true,
            sameSite: .lax
        )
    }
}
