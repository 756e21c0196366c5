import Core
import Storage

/// The template context of a form.
struct FormView {
    let app: String
    let type: ContentType
    let texts: FormTexts
    let names: FormNames
    /// The faults of parts, by their names.
    let faults: [String: String]
    let time: HumanTime
    /// True if the form cannot be changed: the person lacks permission, or the entry is archived or trashed.
    let isLocked: Bool
    let isNew: Bool
    /// Entries that a part can refer to, by type, if they are few.
    let options: [String: [(id: String, title: String)]]

    private var language: Language { time.language }

    /// The parts in groups: texts, facts, tables, pictures, and the window.
    var sections: [JSON] {
        let fields = type.fields
        let groups: [(JSON, [Field])] = [
            (section("Текст", "Text", isText: true), fields.filter(\.isPerLanguage)),
            (section("Сведения", "Details"), fields.filter { Self.group($0) == .facts }),
            (section("Таблицы", "Tables"), fields.filter { Self.group($0) == .tables }),
            (section("Изображения", "Pictures"), fields.filter { Self.group($0) == .media }),
            (
                section("Показ", "Showing", note: zoneNote),
                fields.filter { Self.group($0) == .times } + type.windowFields
                    + fields.filter { $0.isImmediate }
            ),
        ]
        return groups.filter { !$0.1.isEmpty }.map { head, fields in
            guard fields.first?.isPerLanguage == true else {
                return head.merged(with: ["parts": .array(fields.map { part($0, nil) })])
            }
            let tabs = Language.allCases.map { language -> JSON in
                [
                    "language": .string(language.rawValue), "is_first": .bool(language == .standard),
                    "parts": .array(fields.map { part($0, language) }),
                ]
            }
            return head.merged(with: ["tabs": .array(tabs), "seg": seg(fields)])
        }
    }

    private enum Group { case texts, facts, tables, media, times }

    private static func group(_ field: Field) -> Group {
        if field.isImmediate || field.isPerLanguage { return .texts }
        return switch field.control {
        case .media: .media
        case .date, .moment: .times
        case .text, .rich, .number, .toggle, .choice, .reference: .facts
        case .table: .tables
        }
    }

    private var zoneNote: String {
        let hasTime = type.window != .none || type.fields.contains { $0.kind == .timestamp }
        guard hasTime else { return "" }
        return Localized("Время местное, \(time.zoneName)", "Local time, \(time.zoneName)")[language]
    }

    private func section(_ ru: String, _ en: String, isText: Bool = false, note: String = "") -> JSON {
        ["title": .string(Localized(ru, en)[language]), "is_text": .bool(isText), "note": .string(note)]
    }

    /// The languages, with a mark on those that lack something.
    private func seg(_ fields: [Field]) -> JSON {
        let lacking = Language.allCases.map { tongue -> JSON in
            let names = fields.map { "\($0.name).\(tongue.rawValue)" }
            let isFaulty = names.contains { faults[$0] != nil }
            let isMissing = fields.contains { field in
                let (own, other) = (
                    texts["\(field.name).\(tongue.rawValue)"],
                    texts["\(field.name).\(Language.standard.rawValue)"]
                )
                return own.isEmpty && (tongue == .standard ? !field.isOptional : !other.isEmpty)
            }
            return .string(isFaulty ? "bad" : isMissing ? "warn" : "")
        }
        let isOther = lacking.first != "bad" && lacking.last == "bad"
        return ["ru": lacking.first ?? "", "en": lacking.last ?? "", "is_other": .bool(isOther)]
    }

    // MARK: Parts

    /// A part with every member that its template uses, since Mustache looks for a missing one in outer contexts.
    func part(_ field: Field, _ tongue: Language?) -> JSON {
        let name = tongue.map { "\(field.name).\($0.rawValue)" } ?? field.name
        let values = texts[name]
        let fault = faults[name]
        let isOther = tongue != nil && tongue != .standard
        let base: JSON = [
            "name": .string(name), "id": .string("f-" + name.replacing(".", with: "-")),
            "label": .string(field.label(language)),
            "tongue": .string(isOther ? tongue?.rawValue ?? "" : ""),
            "is_required": .bool(!field.isOptional && !isOther && !field.isImmediate),
            "help": .string(help(field, tongue, isOther)), "fault": .string(fault ?? ""),
            "described": .string(described(name, fault, help(field, tongue, isOther))),
            "value": .string(values.first ?? ""), "values": .array(values.map { .string($0) }),
            "locked": .bool(isLocked), "is_wide": .bool(isWide(field)),
            "is_new": .bool(isNew),
        ]
        return .object(
            (base.object ?? [:]).merging(control(field, name, values, isOther).object ?? [:]) { $1 }
        )
    }

    private func help(_ field: Field, _ tongue: Language?, _ isOther: Bool) -> String {
        if isOther, !texts["\(field.name).\(Language.standard.rawValue)"].isEmpty {
            return Localized(
                "Пусто: приложение покажет русский текст",
                "Empty: the app shows the Russian text"
            )[language]
        }
        return field.help?[language] ?? ""
    }

    private func described(_ name: String, _ fault: String?, _ help: String) -> String {
        let id = "f-" + name.replacing(".", with: "-")
        return [fault == nil ? nil : "\(id)-e", help.isEmpty ? nil : "\(id)-h"].compactMap { $0 }
            .joined(separator: " ")
    }

    private func isWide(_ field: Field) -> Bool {
        switch field.control {
        case .choice, .media, .table: true
        case .reference(_, let isMany): isMany
        case .toggle: field.isImmediate
        case .text, .rich, .number, .date, .moment: false
        }
    }

    private static let none: JSON = [
        "is_line": false, "is_area": false, "is_rich": false, "is_cards": false, "is_select": false,
        "is_toggle": false, "is_flag": false, "is_media": false, "is_picker": false, "type": "", "mode": "",
        "max": nil, "unit": "", "choices": [], "chosen": [], "is_on": false, "length": nil, "is_many": false,
        "placeholder": "", "is_image": false, "target": "", "list": "", "is_code": false, "others": [],
        "has_others": false, "is_listed": false, "is_table": false, "heads": [], "table_rows": [],
        "blank_rows": [], "add_value": "", "rows_max": nil, "is_full": false, "is_many_cells": false,
    ]

    private func control(_ field: Field, _ name: String, _ values: [String], _ isOther: Bool) -> JSON {
        let value = values.first ?? ""
        let own: [String: JSON]
        switch field.control {
        case .text(let type, let lengthMax, let isMultiline):
            own = [
                isMultiline ? "is_area" : "is_line": true, "type": .string(type),
                "max": lengthMax.map { .integer(Int64($0)) } ?? .null,
                "length": lengthMax == nil ? .null : .string(String(value.unicodeScalars.count)),
                "placeholder": .string(isOther ? standardText(field) : placeholder(field)),
                "is_code": .bool(field.kind == .slug),
            ]
        case .rich: own = ["is_rich": true]
        case .number(let unit, let isDecimal):
            own = [
                "is_line": true, "type": "text", "mode": isDecimal ? "decimal" : "numeric",
                "unit": .string(unit?[language] ?? ""),
            ]
        case .toggle:
            own = [field.isImmediate ? "is_flag" : "is_toggle": true, "is_on": .bool(value == "true")]
        case .choice(let choices): own = choice(choices, value, isOptional: field.isOptional)
        case .date: own = ["is_line": true, "type": "date"]
        case .moment: own = ["is_line": true, "type": "datetime-local"]
        case .media(let isImage, let isMany):
            own = [
                "is_media": true, "is_image": .bool(isImage), "is_many": .bool(isMany),
                "chosen": .array(values.map { file($0) }),
            ]
        case .reference(let target, let isMany): own = reference(target, values, field, isMany)
        case .table:
            own =
                FormTable(
                    field: field,
                    rows: values.map { FormRow(text: $0) },
                    names: names,
                    faults: faults,
                    options: options,
                    app: app,
                    isLocked: isLocked,
                    language: language
                ).json
        }
        return Self.none.adding(.object(own))
    }

    private func standardText(_ field: Field) -> String {
        texts["\(field.name).\(Language.standard.rawValue)"].first ?? ""
    }

    private func placeholder(_ field: Field) -> String {
        switch field.kind {
        case .url: "https://"
        case .phone: "+7 999 123-45-67"
        case _: ""
        }
    }

    private static let cardsMax = 4
    /// The number of choices that are shown without a click.
    private static let chipsMax = 12

    private func choice(_ choices: [Field.Choice], _ value: String, isOptional: Bool) -> [String: JSON] {
        let isCards = choices.count <= Self.cardsMax
        var items = choices.map { choice -> JSON in
            [
                "value": .string(choice.name), "title": .string(choice.title[language]),
                "is_on": .bool(choice.name == value),
            ]
        }
        if isOptional || !isCards {
            let none = Localized("Не выбрано", "None")[language]
            items.insert(["value": "", "title": .string(none), "is_on": .bool(value.isEmpty)], at: 0)
        }
        return [isCards ? "is_cards" : "is_select": true, "choices": .array(items)]
    }

    private func file(_ id: String) -> JSON {
        let known = names.files[id]
        let size = known?.size ?? 0
        let pixels = known?.width.flatMap { width in
            known?.height.map { "\(width)\u{A0}×\u{A0}\($0), " }
        }
        let kilobytes = Localized("\(max(1, size / 1024))\u{A0}КБ", "\(max(1, size / 1024))\u{A0}KB")[
            language
        ]
        return [
            "value": .string(id), "url": .string(FormNames.address(id)),
            "title": .string(known?.name ?? id),
            "note": .string(known == nil ? "" : (pixels ?? "") + kilobytes),
        ]
    }

    private func reference(
        _ target: String,
        _ values: [String],
        _ field: Field,
        _ isMany: Bool
    ) -> [String: JSON] {
        let chosen = values.map { id -> JSON in
            ["value": .string(id), "title": .string(names.titles[id] ?? id), "is_on": true]
        }
        guard let options = options[target], !isMany else {
            let others = (options[target] ?? []).filter { !values.contains($0.id) }.map { other -> JSON in
                ["value": .string(other.id), "title": .string(other.title), "is_on": false]
            }
            let isFew = others.count <= Self.chipsMax
            return [
                "is_picker": true, "is_many": .bool(isMany), "target": .string(target),
                "chosen": .array(chosen),
                "choices": .array(isFew ? others : []), "others": .array(isFew ? [] : others),
                "has_others": .bool(!isFew), "is_listed": .bool(self.options[target] != nil),
            ]
        }
        let none: JSON = [
            "value": "", "title": .string(Localized("Не выбрано", "None")[language]),
            "is_on": .bool(values.isEmpty),
        ]
        let known = options.map { option -> JSON in
            [
                "value": .string(option.id), "title": .string(option.title),
                "is_on": .bool(values.contains(option.id)),
            ]
        }
        let unknown = values.contains { id in options.contains { $0.id == id } } ? [] : chosen
        return ["is_select": true, "choices": .array([none] + unknown + known)]
    }
}
