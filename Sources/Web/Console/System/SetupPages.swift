import Core
import HTTPTypes
import Hummingbird

/// The page that creates the first owner, by a link that the server prints at its start.
struct SetupPages: Sendable {
    let console: Console

    func add(to open: RouterGroup<WebContext>) {
        open.get("setup/{secret}") { request, context in
            let secret = try context.parameters.require("secret")
            try await console.services.staff.requireSetup(secret)
            return try form(context, secret)
        }
        open.post("setup/{secret}") { request, context in try await setUp(request, context) }
    }

    private func form(
        _ context: WebContext,
        _ secret: String,
        fields: Form = Form([]),
        problem: Problem? = nil
    ) throws -> Response {
        let path = "/setup/\(secret.percentEncoded)"
        let language = context.language
        var page = ConsolePage(
            "setup",
            title: Localized("Первый владелец", "The first owner")[language],
            path: path
        )
        let faults =
            problem.map { $0.faults.isEmpty ? [$0.detail] : $0.faults.map { Self.sentence($0) } } ?? []
        page.context = [
            "action": .string(path),
            "email": .string(fields["email"] ?? ""), "name": .string(fields["name"] ?? ""),
            "password_min": .integer(Int64(Limits.passwordLengthMin)),
            "has_faults": .bool(!faults.isEmpty),
            "faults": .array(faults.map { .string($0[language]) }),
        ]
        let shell = Shell.bare(console, page, language: language, theme: context.theme)
        let html = try console.templates.render("bare", shell, in: language)
        return .html(html, status: problem?.kind.status ?? .ok)
    }

    private static func sentence(_ fault: Fault) -> Localized {
        let name =
            switch fault.pointer {
            case "#/email": Localized("Почта", "The e-mail address")
            case "#/name": Localized("Имя", "The name")
            case "#/password": Localized("Пароль", "The password")
            case _: Localized("Форма", "The form")
            }
        return Localized("\(name.ru) \(fault.detail.ru).", "\(name.en) \(fault.detail.en).")
    }

    private func setUp(_ request: Request, _ context: WebContext) async throws -> Response {
        try console.clients.requireSameSite(request)
        let secret = try context.parameters.require("secret")
        let fields = try await request.form()
        let (email, password) = (fields["email"] ?? "", fields["password"] ?? "")
        let staff = console.services.staff
        do {
            try await staff.setUp(
                secret,
                email: email,
                name: fields["name"] ?? "",
                password: password,
                address: context.address
            )
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try form(context, secret, fields: fields, problem: problem)
        }
        let (session, _) = try await staff.signIn(
            email: email,
            password: password,
            address: context.address,
            door: .console
        )
        var response = Response.redirect(to: "/", type: .normal)
        response.beginSession(session, isSecure: console.clients.isSecure(request))
        return response
    }
}
