import Core
import Storage
import Web

/// The store of the message templates that staff change (A90).
struct AccountTemplates: Sendable {
    let services: Services

    func all() async throws -> [SavedTemplate] {
        try await services.database.read { connection in
            try AccountMessage.allCases.map { try connection.savedTemplate($0) }
        }
    }

    func saved(_ message: AccountMessage) async throws -> SavedTemplate {
        try await services.database.read { try $0.savedTemplate(message) }
    }

    /// Saves a template, or restores the standard one if it is nil.
    ///
    /// Throws `.stale` with the current template unless `version`, if given, is the saved one.
    func put(
        _ template: AccountTemplate?,
        of message: AccountMessage,
        over version: Int64?,
        by context: StaffContext
    ) async throws -> SavedTemplate {
        try context.author.require(.writeSettings)
        let signature = context.signature(at: services.now())
        let language = context.language
        return try await services.database.write { connection in
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
    }
}

extension AccountTemplate {
    /// The texts of a body or of a form; throws their faults.
    init(_ members: [String: JSON], of message: AccountMessage) throws(Problem) {
        var members = MemberReader(members)
        let address = members.optionalString("address")?.trimmingSpaces
        self.init(
            subject: members.optionalString("subject")?.trimmingSpaces ?? "",
            mail: (members.optionalString("mail") ?? "").replacing("\r\n", with: "\n"),
            sms: (members.optionalString("sms") ?? "").replacing("\r\n", with: "\n"),
            address: address.flatMap { $0.isEmpty ? nil : Email.normalized($0) ?? $0 }
        )
        try members.finish()
        let faults = faults(of: message)
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    var json: JSON {
        [
            "subject": .string(subject), "mail": .string(mail), "sms": .string(sms), "address": JSON(address),
        ]
    }

    /// The texts with samples for the variables, and the length of the SMS.
    func previewJSON(of message: AccountMessage) -> JSON {
        let preview = preview(of: message)
        let length = SMSLength(preview.sms)
        return [
            "subject": .string(preview.subject), "mail": .string(preview.mail),
            "sms": .string(preview.sms), "sms_parts": .integer(Int64(length.parts)),
            "sms_places": .integer(Int64(length.places)),
            "sms_places_max": .integer(Int64(length.placesMax)),
        ]
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
    static var noSuchTemplate: Problem {
        .notFound(Localized("Такого шаблона нет.", "There is no such template."))
    }

    /// The problem of a conflict, with the current template so that the late editor can compare.
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
