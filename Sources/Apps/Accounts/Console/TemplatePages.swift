import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The texts of the app's messages: what they are, and a form for each with what the person will see (A90, A91).
struct TemplatePages: Sendable {
    static let path = "/accounts/templates"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { _, context in try await list(context) }
        group.get(RouterPath("\(Self.path)/{key}")) { _, context in
            try await TemplatePage(console, context).show(try key(context))
        }
        group.post(RouterPath("\(Self.path)/{key}")) { request, context in try await save(request, context) }
        group.post(RouterPath("\(Self.path)/{key}/reset")) { request, context in
            try await reset(request, context)
        }
    }

    private func key(_ context: ConsoleContext) throws -> String {
        try context.parameters.require("key").percentEncoded
    }

    private func list(_ context: ConsoleContext) async throws -> Response {
        let items = try await console.api(context).get("/accounts/templates")["items"]?.array ?? []
        let time = console.time(context)
        let rows = items.map { item -> JSON in
            let preview = item["preview"]
            let text = item["has_mail"] == true ? preview?["mail"]?.string : preview?["sms"]?.string
            return [
                "title": item["title"] ?? "", "help": item["help"] ?? "", "key": item["key"] ?? "",
                "path": .string("\(Self.path)/\(item["key"]?.string ?? "")"),
                "subject": item["has_mail"] == true ? preview?["subject"] ?? "" : "",
                "text": .string(text ?? ""), "is_standard": item["is_standard"] ?? true,
                "has_mail": item["has_mail"] ?? false, "has_sms": item["has_sms"] ?? false,
                "when": .string(time.words(item["changed_at"])), "by": item["changed_by"] ?? .null,
            ]
        }
        let page = ConsolePage(
            "account-templates",
            title: Localized("Шаблоны сообщений", "Message templates")[context.language],
            path: Self.path,
            context: ["templates": .array(rows)]
        )
        return try await console.show(page, context)
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (key, form) = (try key(context), try await request.form())
        var page = TemplatePage(console, context)
        page.form = form
        let api = console.api(context)
        let undo: FlashMessage.Call
        do {
            if form["act"] == "preview" {
                page.preview = try await api.send(
                    .post,
                    "/accounts/templates/\(key)/preview",
                    body: TemplatePage.body(form)
                )
                return try await page.show(key)
            }
            let path = "/accounts/templates/\(key)"
            let before = try await api.get(path)
            try await api.send(
                .put,
                path,
                body: TemplatePage.body(form),
                version: Int64(form["version"] ?? "") ?? 0
            )
            undo =
                before["is_standard"] == true
                ? try await api.versioned("DELETE", path)
                : try await api.versioned("PUT", path, Self.texts(of: before))
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            page.problem = problem
            return try await page.show(key)
        }
        return try await console.done(
            Localized("Шаблон сохранён", "The template is saved"),
            undo: [undo],
            to: "\(Self.path)/\(key)",
            context
        )
    }

    private func reset(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (key, form) = (try key(context), try await request.form())
        let api = console.api(context)
        let before = try await api.get("/accounts/templates/\(key)")
        do {
            try await api.send(
                .delete,
                "/accounts/templates/\(key)",
                version: Int64(form["version"] ?? "") ?? 0
            )
        } catch let problem as Problem where problem.kind == .stale {
            var page = TemplatePage(console, context)
            page.problem = problem
            return try await page.show(key)
        }
        return try await console.done(
            Localized("Снова стандартный текст", "The standard text is back"),
            undo: [
                try await api.versioned("PUT", "/accounts/templates/\(key)", Self.texts(of: before))
            ],
            to: "\(Self.path)/\(key)",
            context
        )
    }

    /// A template as it can be sent again.
    private static func texts(of template: JSON) -> JSON {
        [
            "subject": template["subject"] ?? "", "mail": template["mail"] ?? "",
            "sms": template["sms"] ?? "", "address": template["address"] ?? .null,
        ]
    }
}
