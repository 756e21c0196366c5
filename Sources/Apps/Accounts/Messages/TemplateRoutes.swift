import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The texts of the app's messages in the admin API: `/admin/api/v1/accounts/templates` (A90, A91).
struct TemplateRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("templates")
            .get { _, context in try await list(context) }
            .get("{key}") { _, context in try await show(context) }
            .put("{key}") { request, context in try await save(request, context) }
            .delete("{key}") { request, context in try await reset(request, context) }
            .post("{key}/preview") { request, context in try await preview(request, context) }
    }

    private func list(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let saved = try await services.database.read { connection in
            try AccountMessage.allCases.map { try connection.savedTemplate($0) }
        }
        return .json(["items": .array(saved.map { $0.json(in: context.language) }), "next": nil])
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let message = try message(context)
        return Self.answer(try await saved(message), context)
    }

    private func save(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeSettings)
        let message = try message(context)
        let version = try request.version()
        let template = try Self.template(try await request.object(), of: message)
        return try await put(template, of: message, over: version, context)
    }

    /// Restores the standard texts.
    private func reset(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeSettings)
        return try await put(nil, of: try message(context), over: try request.version(), context)
    }

    /// Previews unsaved texts; nothing is kept.
    private func preview(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let message = try message(context)
        let template = try Self.template(try await request.object(), of: message)
        let draft = SavedTemplate(
            message: message,
            template: template,
            isStandard: false,
            version: 0,
            changedAt: nil,
            changedBy: nil
        )
        return .json(draft.json(in: context.language)["preview"] ?? .null)
    }

    // MARK: Steps

    private func message(_ context: StaffContext) throws -> AccountMessage {
        let key = try context.parameters.require("key")
        guard let message = AccountMessage(rawValue: key) else {
            throw Problem.notFound(Localized("Такого шаблона нет.", "There is no such template."))
        }
        return message
    }

    private func saved(_ message: AccountMessage) async throws -> SavedTemplate {
        try await services.database.read { try $0.savedTemplate(message) }
    }

    private static func answer(_ saved: SavedTemplate, _ context: StaffContext) -> Response {
        var response = Response.json(saved.json(in: context.language))
        response.headers[.eTag] = "\"\(saved.version)\""
        return response
    }

    private static func template(
        _ members: [String: JSON],
        of message: AccountMessage
    ) throws -> AccountTemplate {
        var members = MemberReader(members)
        let address = members.optionalString("address")?.trimmingSpaces
        let template = AccountTemplate(
            subject: members.optionalString("subject")?.trimmingSpaces ?? "",
            mail: (members.optionalString("mail") ?? "").replacing("\r\n", with: "\n"),
            sms: (members.optionalString("sms") ?? "").replacing("\r\n", with: "\n"),
            address: address.flatMap { $0.isEmpty ? nil : Email.normalized($0) ?? $0 }
        )
        try members.finish()
        let faults = template.faults(of: message)
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        return template
    }

    private func put(
        _ template: AccountTemplate?,
        of message: AccountMessage,
        over version: Int64?,
        _ context: StaffContext
    ) async throws -> Response {
        let signature = context.signature(at: services.now())
        let language = context.language
        let saved = try await services.database.write { connection in
            let before = try connection.savedTemplate(message)
            let isSame =
                (template ?? .standard(message)) == before.template
                && before.isStandard == (template == nil)
            // Saving the same texts adds no version.
            if isSame, version == nil || before.version == version { return before }
            let isSaved = try connection.saveTemplate(
                template,
                of: message,
                over: version,
                by: signature.author,
                at: signature.at
            )
            guard isSaved else {
                throw Problem.staleTemplate(try connection.savedTemplate(message), language)
            }
            try signature.record(
                template == nil ? .templateReset : .templateChanged,
                subject: "accounts.\(message.rawValue)",
                detail: ["template": .string(message.title.ru)],
                on: connection
            )
            return try connection.savedTemplate(message)
        }
        return Self.answer(saved, context)
    }
}

extension AuditAction {
    static let templateChanged = AuditAction(
        "template.changed",
        Localized("шаблон сообщения изменён", "changed a message template")
    )
    static let templateReset = AuditAction(
        "template.reset",
        Localized("шаблон сообщения возвращён", "put a message template back to the standard")
    )
}

extension Problem {
    /// The conflict, with the current template so that the late editor can compare.
    fileprivate static func staleTemplate(_ current: SavedTemplate, _ language: Language) -> Problem {
        let who = current.changedBy ?? ""
        return Problem(
            .stale,
            Localized(
                "Шаблон тем временем изменён (\(who)). Посмотрите, что там теперь.",
                "The template has been changed meanwhile (\(who)). Look at what it is now."
            ),
            current: current.json(in: language)
        )
    }
}
