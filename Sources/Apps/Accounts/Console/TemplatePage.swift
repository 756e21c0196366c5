import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The page about one template: a field for each text, with a preview.
struct TemplatePage {
    private let console: Console
    private let context: ConsoleContext
    /// The typed texts; nil if the page shows the saved ones.
    var form: Form?
    /// The preview of the typed texts; nil for that of the saved ones.
    var preview: AccountTemplate?
    var problem: Problem?

    init(_ console: Console, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
    }

    private var language: Language { context.language }

    /// The fields of the form as the API takes them.
    static func body(_ form: Form) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for name in ["subject", "mail", "sms", "address"] {
            members[name] = form[name].map { .string($0) }
        }
        return members
    }

    func show(_ message: AccountMessage) async throws -> Response {
        let saved = try await AccountTemplates(services: console.services).saved(message)
        var page = ConsolePage("account-template", title: message.title[language], path: TemplatePages.path)
        page.status = problem?.kind.status ?? .ok
        page.context = head(saved).adding(fields(saved)).adding(shown(saved)).adding(conflict)
        return try await console.show(page, context)
    }

    private func head(_ saved: SavedTemplate) -> JSON {
        let message = saved.message
        let variables = message.variables.map { variable -> JSON in
            [
                "name": .string("{\(variable.rawValue)}"), "title": .string(variable.title[language]),
                "is_required": .bool(variable == message.required),
            ]
        }
        return [
            "title": .string(message.title[language]), "help": .string(message.help[language]),
            "key": .string(message.rawValue), "path": .string("\(TemplatePages.path)/\(message.rawValue)"),
            "is_standard": .bool(saved.isStandard), "variables": .array(variables),
            // Saving again after a conflict overwrites the version that the page now shows.
            "version": .integer(
                problem?.kind == .stale
                    ? saved.version : form?["version"].flatMap { Int64($0) } ?? saved.version
            ),
            "may_write": .bool(context.author.may(.writeSettings)),
            "when": .string(console.time(context).words(JSON(saved.changedAt?.description))),
            "by": JSON(saved.changedBy ?? ""),
            "summary": JSON(
                problem?.kind == .invalid ? problem?.detail[language] ?? "" : ""
            ),
        ]
    }

    private func fields(_ saved: SavedTemplate) -> JSON {
        func field(_ name: String, _ value: String?) -> JSON {
            [
                "value": JSON(form?[name] ?? value ?? ""),
                "fault": .string(problem?.words(at: "#/\(name)", language) ?? ""),
            ]
        }
        let template = saved.template
        return [
            "subject_field": saved.hasMail ? field("subject", template.subject) : .null,
            "mail_field": saved.hasMail ? field("mail", template.mail) : .null,
            "sms_field": saved.hasSMS ? field("sms", template.sms) : .null,
            "address_field": saved.message == .feedback ? field("address", template.address) : .null,
        ]
    }

    /// The preview; a form with faults has that of the saved texts.
    private func shown(_ saved: SavedTemplate) -> JSON {
        let shown = (preview ?? saved.template).preview(of: saved.message)
        let length = SMSLength(shown.sms)
        let messages = counted(length.parts, language, ru: ("СМС", "СМС", "СМС"), en: ("SMS", "SMS"))
        let words = counted(
            length.places,
            language,
            ru: ("знак", "знака", "знаков"),
            en: ("character", "characters")
        )
        let text = Localized(
            "\(messages): \(words), в одной \(length.placesMax)",
            "\(messages): \(words), \(length.placesMax) in one"
        )
        return [
            "mail_preview": saved.hasMail
                ? ["subject": .string(shown.subject), "text": .string(shown.mail)] : .null,
            "sms_preview": saved.hasSMS
                ? ["text": .string(shown.sms), "length": .string(length.parts == 0 ? "" : text[language])]
                : .null,
            "is_draft": .bool(preview != nil),
        ]
    }

    /// The texts that another member of staff has saved meanwhile.
    private var conflict: JSON {
        guard let problem, problem.kind == .stale else { return ["conflict": nil] }
        let saved = problem.current.flatMap { try? SavedTemplate.Answer(json: $0) }
        let texts = [
            ("subject", Localized("Тема", "Subject"), saved?.subject),
            ("mail", Localized("Письмо", "Mail"), saved?.mail),
            ("sms", Localized("СМС", "SMS"), saved?.sms),
            ("address", Localized("Адрес", "Address"), saved?.address),
        ]
        let now = texts.compactMap { name, title, theirs -> JSON? in
            guard let theirs, let form, theirs != form[name] ?? "" else { return nil }
            return ["title": .string(title[language]), "text": .string(theirs)]
        }
        return ["conflict": ["detail": .string(problem.detail[language]), "theirs": .array(now)]]
    }
}
