import Core
import HTTPTypes
import Hummingbird
import Storage

/// The pages for signing in and out.
struct SignInPages: Sendable {
    let console: Console

    func add(to open: RouterGroup<WebContext>) {
        open.get("login") { request, context in try form(request, context) }
        open.post("login") { request, context in try await signIn(request, context) }
    }

    func add(toStaff group: RouterGroup<ConsoleContext>) {
        group.post("logout") { request, context in try await signOut(request, context) }
        group.post("logout/all") { _, context in
            try await console.services.staff.endSessions(of: context.author, address: context.address)
            return ended
        }
    }

    private func form(
        _ request: Request,
        _ context: WebContext,
        fields: Form = Form([]),
        problem: Problem? = nil
    ) throws -> Response {
        let next = fields["next"] ?? request.query.last { $0.name == "next" }?.value
        var page = ConsolePage(
            "login",
            title: Localized("Вход", "Sign in")[context.language],
            path: "/login"
        )
        page.context = [
            "apps": .string(
                console.services.apps.map { $0.title[context.language] }.joined(separator: ", ")
            ),
            "email": .string(fields["email"] ?? ""), "next": .string(Self.local(next)),
            "problem": problem.map { .string($0.detail[context.language]) } ?? .null,
        ]
        let shell = Shell.bare(console, page, language: context.language, theme: context.theme)
        let html = try console.templates.render("bare", shell, in: context.language)
        return .html(html, status: problem?.kind.status ?? .ok)
    }

    private func signIn(_ request: Request, _ context: WebContext) async throws -> Response {
        try console.clients.requireSameSite(request)
        let fields = try await request.form()
        do {
            let (secret, _) = try await console.services.staff.signIn(
                email: fields["email"] ?? "",
                password: fields["password"] ?? "",
                address: context.address,
                door: .console
            )
            var response = Response.redirect(to: Self.local(fields["next"]), type: .normal)
            response.beginSession(secret, isSecure: console.clients.isSecure(request))
            return response
        } catch let problem as Problem {
            return try form(request, context, fields: fields, problem: problem)
        }
    }

    private func signOut(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try await console.services.staff.endSession(
            context.session.id,
            by: context.author,
            address: context.address
        )
        return ended
    }

    private var ended: Response {
        var response = Response.redirect(to: "/login", type: .normal)
        response.endSession()
        return response
    }

    /// The path if it is on this server, so that there is no redirect to another server.
    private static func local(_ next: String?) -> String {
        guard let next, next.hasPrefix("/"), !next.hasPrefix("//"), !next.contains("\\"),
            next.utf8.count <= 500, next.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }), next != "/login"
        else { return "/" }
        return next
    }
}
