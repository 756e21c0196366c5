import Core

/// The texts of the access log for people.
struct AuditWords: Sendable {
    private let titles: [String: Localized]
    private let details: [String: Localized]

    init(_ groups: [AuditGroup]) {
        titles = Dictionary(groups.flatMap(\.actions).map { ($0.name, $0.title) }) { first, _ in first }
        details = groups.reduce(into: [:]) { $0.merge($1.details) { first, _ in first } }
    }

    /// The title of an action, or its name if the program no longer has it.
    func text(_ action: String) -> Localized { titles[action] ?? Localized(same: action) }

    /// The details in one line, without those that mean nothing to a reader.
    func detail(_ json: JSON?, _ language: Language) -> String {
        (json?.object ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            guard value != .null, !Self.isHidden(name, of: json), let title = title(of: name) else {
                return nil
            }
            return "\(title[language]): \(Self.words(value, of: name, language))"
        }.joined(separator: ", ")
    }

    /// The title of a detail; nil for one that only a program needs.
    private func title(of name: String) -> Localized? {
        switch name {
        case "session": nil
        case "email": Localized("почта", "email")
        case "name": Localized("имя", "name")
        case "role": Localized("роль", "role")
        case "title": Localized("название", "title")
        case "items": Localized("записей", "contents")
        case "at": Localized("время", "time")
        case "publication", "publish_at": Localized("публикация", "publication")
        case "withdrawal", "withdraw_at": Localized("снятие", "withdrawal")
        case "url": Localized("адрес", "address")
        case "reason": Localized("почему", "why")
        case "expires_at": Localized("до", "until")
        case "is_active": Localized("включён", "on")
        case "events": Localized("события", "events")
        case "grants": Localized("права сверх роли", "rights beside the role")
        case "app": Localized("приложение", "app")
        case "phone": Localized("номер", "phone")
        case "kind": Localized("что", "kind")
        case "setting": Localized("настройка", "setting")
        case "from": Localized("было", "was")
        case "to": Localized("стало", "is")
        case "change", "points": Localized("баллы", "points")
        case "balance": Localized("стало", "balance")
        case "note": Localized("почему", "why")
        case "inviter", "of": nil
        case _: details[name] ?? Localized(same: name)
        }
    }

    private static func words(_ value: JSON, of name: String, _ language: Language) -> String {
        if name == "role", let role = value.string.flatMap({ Role(rawValue: $0) }) {
            return role.title[language].lowercased()
        }
        if name == "grants" {
            let grants = value.strings
            return grants.isEmpty
                ? Localized("нет", "none")[language] : Permission.titles(of: grants, in: language)
        }
        if let flag = value.bool { return Localized(flag ? "да" : "нет", flag ? "yes" : "no")[language] }
        return value.string ?? value.array.map { list($0, of: name) } ?? value.text
    }

    /// True for a detail that only a program needs, such as the namespace of a flag.
    private static func isHidden(_ name: String, of detail: JSON?) -> Bool {
        switch name {
        case "namespace", "revision", "settings": true
        case "type": detail?["namespace"] != nil
        case _: false
        }
    }

    /// Names separated by commas; those in a draft have their kind before them.
    private static func list(_ values: [JSON], of name: String) -> String {
        values.map { value in
            let text = value.string ?? value.text
            guard name == "changed", let slash = text.firstIndex(of: "/") else { return text }
            return String(text[text.index(after: slash)...])
        }.joined(separator: ", ")
    }
}
