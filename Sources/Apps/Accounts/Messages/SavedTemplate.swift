import Core
import Storage

/// The current template of a message, with the author of its last change.
package struct SavedTemplate: Sendable, Hashable {
    let message: AccountMessage
    let template: AccountTemplate
    let isStandard: Bool
    /// Increases with each change; 0 if the template was never changed.
    let version: Int64
    let changedAt: Timestamp?
    let changedBy: String?

    var hasMail: Bool { !message.unused.contains(.mail) }
    var hasSMS: Bool { !message.unused.contains(.sms) }

    func json(in language: Language) -> JSON {
        [
            "key": .string(message.rawValue), "title": .string(message.title[language]),
            "help": .string(message.help[language]), "subject": .string(template.subject),
            "mail": .string(template.mail), "sms": .string(template.sms), "address": JSON(template.address),
            "is_standard": .bool(isStandard), "version": .integer(version),
            "changed_at": JSON(changedAt?.description), "changed_by": JSON(changedBy),
            "has_mail": .bool(hasMail),
            "has_sms": .bool(hasSMS),
            "variables": .array(
                message.variables.map { variable in
                    [
                        "name": .string(variable.rawValue), "title": .string(variable.title[language]),
                        "sample": .string(variable.sample),
                        "is_required": .bool(variable == message.required),
                    ]
                }
            ),
            "preview": template.previewJSON(of: message),
        ]
    }
}

extension Connection {
    /// The texts that staff have saved, else the standard ones.
    func accountTemplate(_ message: AccountMessage) throws -> AccountTemplate {
        try savedTemplate(message).template
    }

    func savedTemplate(_ message: AccountMessage) throws -> SavedTemplate {
        let row = try rows("SELECT * FROM accounts_templates WHERE key = \(message.rawValue)").first
        guard let row else {
            return SavedTemplate(
                message: message,
                template: .standard(message),
                isStandard: true,
                version: 0,
                changedAt: nil,
                changedBy: nil
            )
        }
        let isStandard = try row.get("is_standard", as: Bool.self)
        let saved = AccountTemplate(
            subject: try row.get("subject"),
            mail: try row.get("mail"),
            sms: try row.get("sms"),
            address: try row.get("address")
        )
        return SavedTemplate(
            message: message,
            template: isStandard ? .standard(message) : saved,
            isStandard: isStandard,
            version: try row.get("version"),
            changedAt: try row.get("changed_at"),
            changedBy: try row.get("changed_by")
        )
    }

    /// Saves a template over `version`, or the standard one if it is nil.
    ///
    /// A nil version matches any. False if it differs: the database decides, so of two editors one wins.
    func saveTemplate(
        _ template: AccountTemplate?,
        of message: AccountMessage,
        over version: Int64?,
        by author: Author,
        at now: Timestamp
    ) throws -> Bool {
        let text = template ?? AccountTemplate(subject: "", mail: "", sms: "")
        // Two first editors race to insert this row; then only one of them finds version 0.
        try send(
            """
            INSERT INTO accounts_templates (key, subject, mail, sms, is_standard, version, changed_at, changed_by)
            VALUES (\(message.rawValue), '', '', '', \(true), 0, \(now), \(author.name))
            ON CONFLICT (key) DO NOTHING
            """
        )
        let condition: SQL = if let version { " AND version = \(version)" } else { "" }
        return try execute(
            """
            UPDATE accounts_templates SET subject = \(text.subject), mail = \(text.mail), sms = \(text.sms),
                address = \(text.address), is_standard = \(template == nil), version = version + 1,
                changed_at = \(now), changed_by = \(author.name)
            WHERE key = \(message.rawValue)\(condition)
            """
        ) == 1
    }
}

extension SavedTemplate {
    /// A template as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package struct Variable: Sendable, JSONReadable {
            package let name: String
            package let title: String

            package init(json: JSON) throws(Fault) {
                name = try json.get("name")
                title = try json.get("title")
            }
        }

        package let key: String
        package let title: String
        package let subject: String
        package let mail: String
        package let sms: String
        package let address: String?
        package let isStandard: Bool
        package let version: Int64
        package let changedBy: String?
        package let variables: [Variable]

        package init(json: JSON) throws(Fault) {
            key = try json.get("key")
            title = try json.get("title")
            subject = try json.get("subject")
            mail = try json.get("mail")
            sms = try json.get("sms")
            address = try json.get("address")
            isStandard = try json.get("is_standard")
            version = try json.get("version")
            changedBy = try json.get("changed_by")
            variables = try json.get("variables")
        }
    }

    /// The texts with samples for the variables, as the admin API answers them.
    package struct PreviewAnswer: Sendable, JSONReadable {
        package let subject: String
        package let mail: String
        package let sms: String
        package let smsParts: Int64

        package init(json: JSON) throws(Fault) {
            subject = try json.get("subject")
            mail = try json.get("mail")
            sms = try json.get("sms")
            smsParts = try json.get("sms_parts")
        }
    }
}
