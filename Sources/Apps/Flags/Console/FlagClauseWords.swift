import Core
import Flags
import Storage
import Web

/// The labels of a line of the builder, and the data of its fields.
struct FlagClauseWords: Sendable {
    let words: FlagLabels
    let now: Timestamp

    private func say(_ ru: String, _ en: String) -> String { words.say(ru, en) }

    func input(_ input: FlagClause.Input) -> String {
        switch input {
        case .version: say("версия приложения", "app version")
        case .platform: say("платформа", "platform")
        case .country: say("страна", "country")
        case .language: say("язык телефона", "language of the phone")
        case .percent: say("доля, %", "share, %")
        case .date: say("дата и время", "date and time")
        case .firstOpen: say("первый запуск", "first start")
        case .installations: say("список установок", "list of installations")
        case .signal: say("сигнал", "signal")
        case .property: say("свойство человека", "user property")
        case .build: say("сборка", "build")
        case .appID: say("номер приложения", "app id")
        case .audience: say("аудитория", "audience")
        case .raw: say("выражение", "expression")
        }
    }

    func op(_ op: String) -> String {
        switch op {
        case ">=": "≥"
        case "<=": "≤"
        case "==": "="
        case "!=": "≠"
        case "exactlyMatches": say("равно", "is")
        case "contains": say("содержит", "contains")
        case "notContains": say("не содержит", "does not contain")
        case "matches": say("по шаблону", "matches")
        case "inAtLeastOne": say("одна из", "one of")
        case "notInAtLeastOne": say("ни одна из", "none of")
        case _: op
        }
    }

    private func hint(_ input: FlagClause.Input) -> String {
        switch input {
        case .version: "2.4.0"
        case .country: "RU, KZ"
        case .language: "ru, en-US"
        case .percent: "20"
        case .installations: say("номера через запятую", "ids with commas between")
        case .platform, .date, .firstOpen, .signal, .property, .build, .appID, .audience, .raw: ""
        }
    }

    private func keyLabel(_ input: FlagClause.Input) -> String {
        switch input {
        case .percent: say("метка розыгрыша", "seed")
        case .date, .firstOpen: say("часовой пояс", "time zone")
        case _: say("имя", "name")
        }
    }

    func json(_ clause: FlagClause, _ id: String) -> JSON {
        let hasKey = [.signal, .property, .percent, .date, .firstOpen].contains(clause.input)
        let ops = FlagClause.operators(of: clause.input)
        let platforms = [("ios", "iOS"), ("android", "Android"), ("web", say("веб", "web"))]
        return [
            "id": .string(id), "is_not": .bool(clause.isNot), "value": .string(clause.value),
            "key": .string(clause.key), "has_key": .bool(hasKey),
            "key_label": .string(keyLabel(clause.input)),
            "inputs": .array(
                FlagClause.Input.allCases.map { input in
                    [
                        "name": .string(input.rawValue), "text": .string(self.input(input)),
                        "is_on": .bool(input == clause.input),
                    ]
                }
            ),
            "has_ops": .bool(!ops.isEmpty),
            "ops": .array(
                ops.map {
                    [
                        "name": .string($0), "text": .string(op($0)),
                        "is_on": .bool($0 == clause.chosenOperator),
                    ]
                }
            ),
            "has_choices": .bool(clause.input == .platform),
            "choices": .array(
                platforms.map {
                    ["name": .string($0.0), "text": .string($0.1), "is_on": .bool($0.0 == clause.value)]
                }
            ),
            "field_type": [.date, .firstOpen].contains(clause.input) ? "datetime-local" : "text",
            "hint": .string(hint(clause.input)),
        ]
    }

    /// An expression in words: `версия приложения ≥ 2.4.0, страна: RU, KZ`.
    func text(_ expression: ConditionExpression) -> String {
        expression.clauses(in: FlagContext(now: now)).map { part in
            let clause = FlagClause(reading: part.text)
            switch clause.input {
            case .raw: return part.text
            case .installations:
                let count = clause.value.split(separator: ",").count
                return counted(
                    count,
                    words.language,
                    ru: ("телефон из списка", "телефона из списка", "телефонов из списка"),
                    en: ("phone of a list", "phones of a list")
                )
            case .percent: return "\(say("доля", "share")) \(op(clause.op)) \(clause.value)\u{A0}%"
            case .platform:
                let name = ["ios": "iOS", "android": "Android"][clause.value] ?? clause.value
                return clause.op == "!=" ? say("не \(name)", "not \(name)") : name
            case .signal, .property:
                return "\(clause.key) \(op(clause.op)) \(clause.value)"
            case .date, .firstOpen:
                return "\(input(clause.input)) \(op(clause.op)) \(clause.value.replacing("T", with: " "))"
            case .version, .country, .language, .build, .appID, .audience:
                let sign = clause.op.isEmpty ? ":" : " \(op(clause.op))"
                return "\(input(clause.input))\(sign) \(clause.value)"
            }
        }.joined(separator: say(" и ", " and "))
    }
}
