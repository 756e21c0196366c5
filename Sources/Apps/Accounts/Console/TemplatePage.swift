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
    var preview: JSON?
    var problem: Problem?

    init(_ console: Console, _ context: ConsoleContext) {
        (self.console, self.context) = (console, context)
    }

    private var language: Language { context.language }

    /// The fields of the form as the API takes them.
    static func body(_ form: Form) -> JSON {
        var members: [String: JSON] = [:]
        for name in ["subject", "mail", "sms", "address"] {
            members[name] = form[name].map { .string($0) }
        }
        return .object(members)
    }

    func show(_ key: String) async throws -> Response {
        let saved = try await console.api(context).get("/accounts/templates/\(key)")
        let title = saved["title"]?.string ?? key
        var page = ConsolePage("account-template", title: title, path: TemplatePages.path)
        page.status = problem?.kind.status ?? .ok
        page.context = head(saved, title).adding(fields(saved)).adding(shown(saved)).adding(conflict)
        return try await console.show(page, context)
    }

    private func head(_ saved: JSON, _ title: String) -> JSON {
        let variables = (saved["variables"]?.array ?? []).map { variable -> JSON in
            [
                "name": .string("{\(variable["name"]?.string ?? "")}"), "title": variable["title"] ?? "",
                "is_required": variable["is_required"] ?? false,
            ]
        }
        return [
            "title": .string(title), "help": saved["help"] ?? "", "key": saved["key"] ?? "",
            "path": .string("\(TemplatePages.path)/\(saved["key"]?.string ?? "")"),
            "is_standard": saved["is_standard"] ?? true, "variables": .array(variables),
            // Saving again after a conflict overwrites the version that the page now shows.
            "version": saved["version"] ?? 0, "may_write": .bool(context.author.may(.writeSettings)),
            "when": .string(console.time(context).words(saved["changed_at"])),
            "by": JSON(saved["changed_by"]?.string ?? ""),
            "summary": JSON(
                problem?.kind == .invalid ? problem?.detail[language] ?? "" : ""
            ),
        ]
    }

    private func fields(_ saved: JSON) -> JSON {
        func field(_ name: String) -> JSON {
            [
                "value": JSON(form?[name] ?? saved[name]?.string ?? ""),
                "fault": .string(problem?.words(at: "#/\(name)", language) ?? ""),
            ]
        }
        return [
            "subject_field": saved["has_mail"] == true ? field("subject") : .null,
            "mail_field": saved["has_mail"] == true ? field("mail") : .null,
            "sms_field": saved["has_sms"] == true ? field("sms") : .null,
            "address_field": saved["key"] == .string(AccountMessage.feedback.rawValue)
                ? field("address") : .null,
        ]
    }

    /// The preview; a form with faults has that of the saved texts.
    private func shown(_ saved: JSON) -> JSON {
        let shown = preview ?? saved["preview"] ?? .null
        let parts = Int(clamping: shown["sms_parts"]?.integer ?? 0)
        let (places, max) = (shown["sms_places"]?.integer ?? 0, shown["sms_places_max"]?.integer ?? 0)
        let messages = counted(parts, language, ru: ("СМС", "СМС", "СМС"), en: ("SMS", "SMS"))
        let words = counted(
            Int(clamping: places),
            language,
            ru: ("знак", "знака", "знаков"),
            en: ("character", "characters")
        )
        return [
            "mail_preview": saved["has_mail"] == true
                ? ["subject": shown["subject"] ?? "", "text": shown["mail"] ?? ""] : .null,
            "sms_preview": saved["has_sms"] == true
                ? [
                    "text": shown["sms"] ?? "",
                    "length": .string(
                        parts == 0
                            ? ""
                            : Localized(
                                "\(messages): \(words), в одной \(max)",
                                "\(messages): \(words), \(max) in one"
                            )[
                                language
                            ]
                    ),
                ] : .null,
            "is_draft": .bool(preview != nil),
        ]
    }

    /// The texts that another member of staff has saved meanwhile.
    private var conflict: JSON {
        guard let problem, problem.kind == .stale else { return ["conflict": nil] }
        let texts = [
            ("subject", Localized("Тема", "Subject")), ("mail", Localized("Письмо", "Mail")),
            ("sms", Localized("СМС", "SMS")),
        ]
        let now = texts.compactMap { name, title -> JSON? in
            guard let theirs = problem.current?[name]?.string, let form, theirs != form[name] ?? "" else {
                return nil
            }
            return ["title": .string(title[language]), "text": .string(theirs)]
        }
        return ["conflict": ["detail": .string(problem.detail[language]), "theirs": .array(now)]]
    }
}
