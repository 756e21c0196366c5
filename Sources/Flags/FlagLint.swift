import Core
import FoundationEssentials
import Storage

/// Warnings about a template that can be published but is probably a mistake (R104).
package struct FlagWarning: Sendable, Hashable {
    package enum Reason: String, Sendable, CaseIterable, JSONReadable {
        /// The value is unreachable: an earlier condition always holds, or this one never.
        case shadowed
        /// A part of the condition matches no device, or its time is over.
        case impossible
        /// Google's services would decide the value: it is stored, and no app receives it (R38).
        case managed
        /// No parameter has a value under the condition.
        case unused
        /// Every path gives the same value.
        case constant
        /// A prerequisite is not met under a condition (R99).
        case prerequisite
        /// The value is allowed, but hard to see or to use.
        case unlikely
        /// The review date has come, on which somebody should check that the flag is still needed (R113).
        case review
        /// No app has fetched it for long.
        case unfetched
        /// The flag is switched off, so apps use their in-app default.
        case off
    }

    package let reason: Reason
    /// A JSON pointer into the template as a fragment, as in faults.
    package let pointer: String
    /// The key of a parameter, or the name of a condition.
    package let name: String
    /// Completes the sentence "*name* …".
    package let detail: Localized

    package func json(in language: Language) -> JSON {
        [
            "reason": .string(reason.rawValue), "pointer": .string(pointer), "name": .string(name),
            "detail": .string(detail[language]),
        ]
    }
}

extension FlagWarning: JSONReadable {
    package init(json: JSON) throws(Fault) {
        reason = try json.get("reason")
        pointer = try json.get("pointer")
        name = try json.get("name")
        detail = try json.get("detail")
    }
}

/// Checks a template for probable mistakes, without a database.
package struct FlagLint {
    private let sheet: AnnotatedTemplate
    private let today: CivilDate?
    private let fetches: [String: FlagStatistics.Line]?
    /// The constant conditions by name, with their results.
    private let constants: [String: Bool]
    private var warnings: [FlagWarning] = []

    /// `fetches` are those of the last days, if they are known; parameters that are not among them are new.
    package static func warnings(
        of sheet: AnnotatedTemplate,
        on today: CivilDate? = nil,
        fetches: [FlagStatistics.Line]? = nil
    ) -> [FlagWarning] {
        var lint = FlagLint(sheet, today, fetches)
        lint.run()
        return lint.warnings
    }

    private init(_ sheet: AnnotatedTemplate, _ today: CivilDate?, _ fetches: [FlagStatistics.Line]?) {
        self.sheet = sheet
        self.today = today
        self.fetches = fetches.map { Dictionary($0.map { ($0.key, $0) }) { first, _ in first } }
        constants = Dictionary(
            sheet.template.conditions.compactMap { condition in
                guard let expression = try? ConditionExpression(parsing: condition.expression) else {
                    return nil
                }
                return expression.isConstant.map { (condition.name, $0) }
            }
        ) { first, _ in first }
    }

    private mutating func run() {
        let used = Set(sheet.template.parameters.values.flatMap(\.conditional.keys))
        for (index, condition) in sheet.template.conditions.enumerated() {
            let pointer = "#/conditions/\(index)"
            if !used.contains(condition.name) {
                add(.unused, pointer, condition.name, "ничего не меняет", "changes no parameter")
            }
            if constants[condition.name] == false {
                add(.shadowed, pointer, condition.name, "никогда не выполняется", "never holds")
            }
            impossible(condition, pointer)
        }
        for (key, parameter) in sheet.template.parameters.sorted(by: { $0.key < $1.key }) {
            let pointer = sheet.template.pointer(to: key)
            self.shadows(of: parameter, key, pointer)
            self.constant(parameter, key, pointer)
            self.managed(parameter, key, pointer)
            if let note = sheet.notes.parameters[key] { self.note(note, of: parameter, key, pointer) }
            self.fetches(of: key, pointer)
        }
    }

    /// Parts that can never match, although the rest of the condition may.
    private mutating func impossible(_ condition: FlagCondition, _ pointer: String) {
        guard let expression = try? ConditionExpression(parsing: condition.expression) else { return }
        let words = expression.unknownWords.prefix(Limits.keptFaultsMax).joined(separator: ", ")
        if !words.isEmpty {
            add(
                .impossible,
                "\(pointer)/expression",
                condition.name,
                "никогда не подойдёт: нет страны или языка \(words)",
                "can never match \(words): there is no such country or language"
            )
        }
        if let end = today.flatMap({ expression.end(before: $0) }) {
            add(
                .impossible,
                "\(pointer)/expression",
                condition.name,
                "больше не выполняется: срок был \(end)",
                "does not hold any more: it was over at \(end)"
            )
        }
    }

    private mutating func managed(_ parameter: FlagParameter, _ key: String, _ pointer: String) {
        for (condition, value) in parameter.conditional.sorted(by: { $0.key < $1.key }) where value.isManaged
        {
            add(
                .managed,
                "\(pointer)/conditionalValues/\(condition.pointerPart)",
                key,
                "при «\(condition)» значение решают службы Google: оно хранится, но здесь его никто не получит",
                "has a value of Google's services under \(condition): it is kept, and no app gets it from here"
            )
        }
    }

    /// Values under a condition after one that always holds, or after one with the same expression.
    private mutating func shadows(of parameter: FlagParameter, _ key: String, _ pointer: String) {
        var seen: [String: String] = [:]
        var always: String?
        for condition in sheet.template.conditions where parameter.conditional[condition.name] != nil {
            let place = "\(pointer)/conditionalValues/\(condition.name.pointerPart)"
            if let first = always ?? seen[condition.expression] {
                add(
                    .shadowed,
                    place,
                    key,
                    "значение для «\(condition.name)» никто не увидит: раньше срабатывает «\(first)»",
                    "has a value under \(condition.name) that no app gets, as \(first) comes before it"
                )
            }
            if always == nil, constants[condition.name] == true { always = condition.name }
            seen[condition.expression] = seen[condition.expression] ?? condition.name
        }
    }

    private mutating func constant(_ parameter: FlagParameter, _ key: String, _ pointer: String) {
        guard !parameter.conditional.isEmpty, let value = parameter.value,
            parameter.conditional.values.allSatisfy({ $0.kind == value.kind })
        else { return }
        add(
            .constant,
            pointer,
            key,
            "одно и то же при любых условиях",
            "has the same value whichever condition holds"
        )
    }

    private mutating func note(
        _ note: FlagMetadata,
        of parameter: FlagParameter,
        _ key: String,
        _ pointer: String
    ) {
        if note.isOff {
            add(
                .off,
                pointer,
                key,
                "выключен: приложения берут своё значение",
                "is off: apps use their own value"
            )
        }
        if let day = note.reviewOn, let today, day.daysSince1970 <= today.daysSince1970 {
            let whom = note.owner.map { " (\($0))" } ?? ""
            add(
                .review,
                pointer,
                key,
                "пора пересмотреть: срок был \(day)\(whom)",
                "was to be looked at by \(day)\(whom)"
            )
        }
        if case .number(let range) = note.kind, let border = range.warnBelow {
            self.unlikely(below: border, parameter, key, pointer)
        }
        for (other, value) in note.requires.sorted(by: { $0.key < $1.key }) {
            self.prerequisite(other, value, parameter, key, pointer)
        }
    }

    private mutating func unlikely(
        below border: Decimal,
        _ parameter: FlagParameter,
        _ key: String,
        _ pointer: String
    ) {
        for (condition, value) in parameter.paths {
            guard let text = value.text, let number = Decimal(flag: text), number < border
            else {
                continue
            }
            let place =
                condition.map { "/conditionalValues/\($0.pointerPart)" } ?? "/defaultValue"
            add(
                .unlikely,
                pointer + place,
                key,
                "\(text.replacing(".", with: ",")): ниже \("\(border)".replacing(".", with: ",")) трудно заметить",
                "is \(text): below \(border) it is hard to notice"
            )
        }
    }

    /// A value under a condition at which the other flag does not have the required value.
    private mutating func prerequisite(
        _ other: String,
        _ wanted: String,
        _ parameter: FlagParameter,
        _ key: String,
        _ pointer: String
    ) {
        guard let needed = sheet.template.parameters[other] else { return }
        for (condition, value) in parameter.conditional.sorted(by: { $0.key < $1.key })
        where value.kind != parameter.value?.kind {
            let found = (needed.conditional[condition] ?? needed.value)?.text
            if let found, needed.type.isSame(found, wanted) { continue }
            add(
                .prerequisite,
                "\(pointer)/conditionalValues/\(condition.pointerPart)",
                key,
                "при «\(condition)» нужно, чтобы «\(other)» было \(wanted)",
                "needs \(other) to be \(wanted) under \(condition)"
            )
        }
    }

    private mutating func fetches(of key: String, _ pointer: String) {
        guard let line = fetches?[key], line.count == 0 else { return }
        let (ru, en) = line.lastDay.map { ("последний раз \($0)", "last on \($0)") } ?? ("ни разу", "never")
        add(
            .unfetched,
            pointer,
            key,
            "не запрашивали \(Limits.flagUnusedDays) дней (\(ru))",
            "was not asked for in \(Limits.flagUnusedDays) days (\(en))"
        )
    }

    private mutating func add(
        _ reason: FlagWarning.Reason,
        _ pointer: String,
        _ name: String,
        _ ru: String,
        _ en: String
    ) {
        warnings.append(FlagWarning(reason: reason, pointer: pointer, name: name, detail: Localized(ru, en)))
    }
}

extension FlagParameter {
    /// Every value, the default first.
    fileprivate var paths: [(condition: String?, value: FlagValue)] {
        [value].compactMap { $0.map { (nil, $0) } }
            + conditional.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
