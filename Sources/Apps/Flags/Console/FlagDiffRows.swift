import Core
import Flags
import Storage
import Web

/// The differences of flags as rows of a table: name, before, after.
struct FlagDiffRows: Sendable {
    /// Longer expressions, such as all the regions of a language, are cut.
    private static let expressionLengthMax = 160

    let words: FlagLabels

    /// With `canPick`, each change can be left out of a publication.
    func rows(_ changes: [JSON], canPick: Bool = false) -> [JSON] {
        // A condition of a language follows the texts in it, so it has no row of its own.
        let told = changes.filter { change in
            change["subject"] != "condition"
                || words.notes.conditions[change["name"]?.string ?? ""]?.language == nil
        }
        return (told.isEmpty ? changes : told).flatMap { change in
            let lines = change["lines"]?.array ?? []
            let kind = change["kind"]?.string ?? ""
            let shown = kind == "changed" ? lines : lines.filter { Self.isTelling($0) }
            return (shown.isEmpty ? [[:]] : shown).enumerated().map { place, line in
                let pick = canPick && place == 0 ? change["name"] ?? "" : ""
                return row(line, of: change, kind, isFirst: place == 0).merged(with: ["pick": pick])
            }
        }
    }

    /// An added or removed thing shows only its values and the expression.
    private static func isTelling(_ line: JSON) -> Bool {
        ["value", "expression"].contains(line["part"]?.string ?? "")
    }

    private func row(_ line: JSON, of change: JSON, _ kind: String, isFirst: Bool) -> JSON {
        let subject = change["subject"]?.string ?? ""
        let name = change["name"]?.string ?? ""
        let condition = line["condition"]?.string
        let part = line["part"]?.string ?? ""
        let about = [
            subject == "parameter" ? name : nil, condition.map { words.title(ofCondition: $0) },
            part == "value" || part.isEmpty ? nil : Self.part(line, words),
        ].compactMap(\.self)
        let title =
            switch kind {
            case "added": words.say("Новое: ", "New: ") + words.title(subject, name)
            case "removed": words.say("Удалено: ", "Removed: ") + words.title(subject, name)
            case _: words.title(subject, name)
            }
        let (before, after) = (text(line["before"], line, name), text(line["after"], line, name))
        return sides(before, after).merging(
            [
                "title": .string(title), "about": .string(about.joined(separator: " · ")),
                "key": .string(isFirst && subject == "parameter" && kind != "removed" ? name : ""),
            ]
        ) { first, _ in first }.json
    }

    private func text(_ json: JSON?, _ line: JSON, _ key: String) -> String {
        guard let json else { return "" }
        switch line["part"]?.string {
        case "value"?:
            guard let value = try? FlagValue(json: json, at: "") else { return json.text }
            return words.value(value, of: key)
        case "expression"?:
            let expression = json.string ?? json.text
            guard expression.count > Self.expressionLengthMax else { return expression }
            return expression.prefix(Self.expressionLengthMax) + "…"
        case "order"?:
            return json.strings.map { words.title(ofCondition: $0) }.joined(separator: ", ")
        case _:
            switch json {
            case .bool(let isOn): return isOn ? words.say("да", "yes") : words.say("нет", "no")
            case .null, .integer, .decimal, .string, .array, .object: return json.string ?? json.text
            }
        }
    }

    /// Compares JSON line by line, and longer texts word by word.
    private func sides(_ before: String, _ after: String) -> [String: JSON] {
        if let code = FlagCodeDiff(from: before, to: after), before != after {
            return ["code": code.json, "is_code": true, "words": .null, "before": "", "after": ""]
        }
        guard before.contains(" "), after.contains(" "), before != after else {
            return [
                "is_code": false, "words": .null, "before": .string(before), "after": .string(after),
            ]
        }
        let parts = TextDiff(from: before, to: after).parts
        func side(_ kind: TextDiff.Kind) -> JSON {
            .array(
                parts.filter { $0.kind == .same || $0.kind == kind }.map { part in
                    [
                        "text": .string(part.text), "is_del": .bool(part.kind == .removed),
                        "is_ins": .bool(part.kind == .added),
                    ]
                }
            )
        }
        return ["is_code": false, "words": true, "before": side(.removed), "after": side(.added)]
    }

    /// The label of the changed part.
    static func part(_ line: JSON, _ words: FlagLabels) -> String {
        if line["condition"] != nil { return words.say("значения по условиям", "values under conditions") }
        switch line["part"]?.string ?? "" {
        case "value": return words.say("значение", "value")
        case "type": return words.say("тип", "type")
        case "description", "note.title": return words.say("название и описание", "title and description")
        case "group": return words.say("группа", "group")
        case "expression", "note.tree": return words.say("выражение", "expression")
        case "color": return words.say("цвет", "colour")
        case "order": return words.say("порядок", "order")
        case "note.owner": return words.say("ответственный", "owner")
        case "note.review_on": return words.say("срок проверки", "review date")
        case "note.is_off": return words.say("выключен", "switched off")
        case "note.requires": return words.say("зависимости", "prerequisites")
        case let part where part.hasPrefix("note."): return words.say("границы", "bounds")
        case let part: return part
        }
    }
}

extension [String: JSON] {
    fileprivate var json: JSON { .object(self) }
}
