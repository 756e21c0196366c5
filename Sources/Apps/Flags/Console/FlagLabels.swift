import Core
import Flags
import Storage
import Web

/// The labels of flags for staff.
struct FlagLabels: Sendable {
    let template: FlagTemplate
    let notes: TemplateMetadata
    let language: Language

    init(_ sheet: AnnotatedTemplate, _ language: Language) {
        (template, notes, self.language) = (sheet.template, sheet.notes, language)
    }

    func say(_ ru: String, _ en: String) -> String { Localized(ru, en)[language] }

    func environment(_ name: String) -> String {
        switch name {
        case "production": say("боевая среда", "production")
        case "test": say("тестовая среда", "test")
        case _: name
        }
    }

    func faults(_ count: Int) -> String {
        counted(count, language, ru: ("ошибка", "ошибки", "ошибок"), en: ("fault", "faults"))
    }

    func title(ofParameter key: String) -> String { notes.parameters[key]?.title ?? key }

    func title(ofCondition name: String) -> String {
        if let title = notes.conditions[name]?.title { return title }
        guard let tongue = notes.conditions[name]?.language else { return name }
        return say("Язык: \(self.language(tongue))", "Language: \(self.language(tongue))")
    }

    func title(_ subject: FlagChange.Subject, _ name: String) -> String {
        switch subject {
        case .parameter: title(ofParameter: name)
        case .condition:
            say("Условие «\(title(ofCondition: name))»", "Condition “\(title(ofCondition: name))”")
        case .group: say("Группа «\(name)»", "Group “\(name)”")
        case .order: say("Порядок условий", "Order of conditions")
        }
    }

    func language(_ code: String) -> String {
        switch code {
        case "ru": say("русский", "Russian")
        case "en": say("английский", "English")
        case _: code
        }
    }

    /// The label of a value.
    func value(_ value: FlagValue?, of key: String) -> String {
        guard let value else { return say("не задано", "not set") }
        switch value.kind {
        case .text(let text): return self.text(text, of: key)
        case .inAppDefault: return say("как в приложении", "as built into the app")
        case .managed: return say("решает Google", "Google decides")
        }
    }

    func text(_ text: String, of key: String) -> String {
        let type = template.parameters[key]?.type ?? .string
        switch notes.parameters[key]?.kind ?? .plain {
        case .choice(let options): return options.first { $0.value == text }?.title ?? text
        case .number(let range): return number(text, unit: range.unit)
        case .plain, .schema, .languages: break
        }
        switch type {
        case .boolean: return text.lowercased() == "true" ? say("вкл", "on") : say("выкл", "off")
        case .number: return number(text, unit: nil)
        case .string, .json: return text
        }
    }

    func number(_ text: String, unit: String?) -> String {
        let shown = language == .ru ? text.replacing(".", with: ",") : text
        return ([shown.replacing("-", with: "−")] + [unit].compactMap(\.self)).joined(separator: "\u{A0}")
    }

    /// The label of the kind of a parameter.
    func kind(_ parameter: FlagParameter, _ note: FlagMetadata) -> String {
        switch note.kind {
        case .choice: return say("выбор", "choice")
        case .languages(let languages): return say("текст: ", "text: ") + languages.joined(separator: ", ")
        case .schema: return "JSON"
        case .number(let range):
            if let min = range.min, let max = range.max {
                let unit = range.unit.map { ", \($0)" } ?? ""
                return say("число \(min)–\(max)\(unit)", "number \(min)–\(max)\(unit)")
            }
        case .plain: break
        }
        return switch parameter.type {
        case .boolean: say("вкл / выкл", "on / off")
        case .number: say("число", "number")
        case .string: say("текст", "text")
        case .json: "JSON"
        }
    }

    /// True if the shown texts of a parameter contain every word of a text.
    func isFound(_ key: String, by text: String) -> Bool {
        guard let parameter = template.parameters[key] else { return false }
        let values = [parameter.value].compactMap(\.self) + parameter.conditional.values
        let shown =
            ([key, title(ofParameter: key), parameter.description ?? "", parameter.group ?? ""]
            + values.map { value($0, of: key) }).joined(separator: "\n").lowercased()
        return text.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { shown.contains($0) }
    }

    /// The colour of the dot of a condition.
    static func dot(_ color: String?, _ place: Int) -> String {
        switch color {
        case "BLUE"?, "CYAN"?: "c1"
        case "ORANGE"?, "DEEP_ORANGE"?, "BROWN"?: "c2"
        case "PURPLE"?, "INDIGO"?: "c3"
        case "GREEN"?, "LIME"?, "TEAL"?: "c4"
        case "PINK"?: "c5"
        case _: "c\(place % 5 + 1)"
        }
    }

    func door(_ door: String) -> String {
        switch Author.Door(rawValue: door) {
        case .console?: say("консоль", "console")
        case .cli?: say("командная строка", "command line")
        case .seed?: say("демо-данные", "demo data")
        case .server?: say("по плану", "on schedule")
        case .api?, nil: "API"
        }
    }

    /// The parameters of each group in the order of the page; those without a group come last.
    var groups: [(name: String?, keys: [String])] {
        let named = template.groups.keys.sorted { left, right in
            let (first, second) = (order(left), order(right))
            return first == second ? left < right : first > second
        }
        let groups = named.map { name in
            (name as String?, keys { $0.group == name })
        }
        let rest = keys { $0.group == nil }
        return groups + (rest.isEmpty ? [] : [(nil, rest)])
    }

    /// The size of a group: larger groups come first.
    private func order(_ group: String) -> Int {
        template.parameters.values.count { $0.group == group }
    }

    private func keys(_ isIncluded: (FlagParameter) -> Bool) -> [String] {
        template.parameters.filter { isIncluded($0.value) }.keys.sorted { rank($0) < rank($1) }
    }

    /// The sort key: choices first, as they control the others, texts last; then by key.
    private func rank(_ key: String) -> String {
        switch notes.parameters[key]?.kind ?? .plain {
        case .choice: return "0" + key
        case .languages: return "2" + key
        case .number, .schema, .plain: break
        }
        return (template.parameters[key]?.type == .string ? "2" : "1") + key
    }
}
