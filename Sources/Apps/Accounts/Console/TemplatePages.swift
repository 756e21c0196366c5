import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The templates of messages: a list, and a form for each with a preview (A90, A91).
struct TemplatePages: Sendable {
    static let path = "/accounts/templates"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { _, context in try await list(context) }
        group.get(RouterPath("\(Self.path)/{key}")) { _, context in
            try context.author.require(.readContent)
            return try await TemplatePage(console, context).show(try message(context))
        }
        group.post(RouterPath("\(Self.path)/{key}")) { request, context in try await save(request, context) }
        group.post(RouterPath("\(Self.path)/{key}/reset")) { request, context in
            try await reset(request, context)
        }
    }

    private func message(_ context: ConsoleContext) throws -> AccountMessage {
        guard let message = AccountMessage(rawValue: try context.parameters.require("key")) else {
            throw Problem.noSuchTemplate
        }
        return message
    }

    private func list(_ context: ConsoleContext) async throws -> Response {
        try context.author.require(.readContent)
        let (time, language) = (console.time(context), context.language)
        let rows = try await AccountTemplates(services: console.services).all().map { saved -> JSON in
            let (message, preview) = (saved.message, saved.template.preview(of: saved.message))
            return [
                "title": .string(message.title[language]), "help": .string(message.help[language]),
                "key": .string(message.rawValue), "path": .string("\(Self.path)/\(message.rawValue)"),
                "subject": .string(saved.hasMail ? preview.subject : ""),
                "text": .string(saved.hasMail ? preview.mail : preview.sms),
                "is_standard": .bool(saved.isStandard), "has_mail": .bool(saved.hasMail),
                "has_sms": .bool(saved.hasSMS),
                "when": .string(time.words(JSON(saved.changedAt?.description))), "by": JSON(saved.changedBy),
            ]
        }
        let page = ConsolePage(
            "account-templates",
            title: Localized("Шаблоны сообщений", "Message templates")[language],
            path: Self.path,
            context: ["templates": .array(rows)]
        )
        return try await console.show(page, context)
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (message, form) = (try message(context), try await request.form())
        let templates = AccountTemplates(services: console.services)
        var page = TemplatePage(console, context)
        page.form = form
        let (before, saved): (SavedTemplate, SavedTemplate)
        do {
            let template = try AccountTemplate(TemplatePage.body(form), of: message)
            if form["act"] == "preview" {
                page.preview = template
                return try await page.show(message)
            }
            before = try await templates.saved(message)
            let version = Int64(form["version"] ?? "") ?? 0
            saved = try await templates.put(template, of: message, over: version, by: context.staff)
        } catch let problem as Problem where [.invalid, .stale].contains(problem.kind) {
            page.problem = problem
            return try await page.show(message)
        }
        return try await console.done(
            Localized("Шаблон сохранён", "The template is saved"),
            undo: [undo(to: before, from: saved)],
            to: "\(Self.path)/\(message.rawValue)",
            context
        )
    }

    private func reset(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (message, form) = (try message(context), try await request.form())
        let templates = AccountTemplates(services: console.services)
        let before = try await templates.saved(message)
        let saved: SavedTemplate
        do {
            let version = Int64(form["version"] ?? "") ?? 0
            saved = try await templates.put(nil, of: message, over: version, by: context.staff)
        } catch let problem as Problem where problem.kind == .stale {
            var page = TemplatePage(console, context)
            page.problem = problem
            return try await page.show(message)
        }
        return try await console.done(
            Localized("Снова стандартный текст", "The standard text is back"),
            undo: [undo(to: before, from: saved)],
            to: "\(Self.path)/\(message.rawValue)",
            context
        )
    }

    /// The call that restores a template, unless it has changed since.
    private func undo(to before: SavedTemplate, from saved: SavedTemplate) -> FlashMessage.Call {
        let key = ["key": saved.message.rawValue]
        return before.isStandard
            ? FlashMessage.Call("accounts_template_reset", key, version: saved.version)
            : FlashMessage.Call("accounts_template_put", key, before.template.json, version: saved.version)
    }
}
