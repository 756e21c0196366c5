import Core
import Flags
import Storage
import Web

/// The differences of flags as rows of a table: name, before, after.
struct FlagDiffRows: Sendable {
    /// Longer expressions, such as all the regions of a language, are cut.
    private static let expressionLengthMax = 160

    let words: FlagLabels

    /// The changes that have rows: a condition of a language follows its texts, so it has none of its own.
    func told(_ changes: [FlagChange]) -> [FlagChange] {
        let told = changes.filter { change in
            change.subject != .condition || words.notes.conditions[change.name]?.language == nil
        }
        return told.isEmpty ? changes : told
    }

    /// With `canPick`, each change can be left out of a publication.
    func rows(_ changes: [FlagChange], canPick: Bool = false) -> [JSON] {
        told(changes).flatMap { change in
            let shown = change.kind == .changed ? change.lines : change.lines.filter(\.isTelling)
            return (shown.isEmpty ? [nil] : shown.map { $0 }).enumerated().map { place, line in
                let pick = canPick && place == 0 ? change.name : ""
                return row(line, of: change, isFirst: place == 0).merged(with: ["pick": .string(pick)])
            }
        }
    }

    private func row(_ line: FlagChange.Line?, of change: FlagChange, isFirst: Bool) -> JSON {
        let (subject, name) = (change.subject, change.name)
        let about = [
            subject == .parameter ? name : nil, line?.condition.map { words.title(ofCondition: $0) },
            line.flatMap { $0.isValue ? nil : $0.part.title(words) },
        ].compactMap(\.self)
        let title =
            switch change.kind {
            case .added: words.say("Новое: ", "New: ") + words.title(subject, name)
            case .removed: words.say("Удалено: ", "Removed: ") + words.title(subject, name)
            case .changed: words.title(subject, name)
            }
        let (before, after) = (text(line?.before, line?.part, name), text(line?.after, line?.part, name))
        return sides(before, after).merging(
            [
                "title": .string(title), "about": .string(about.joined(separator: " · ")),
                "key": .string(isFirst && subject == .parameter && change.kind != .removed ? name : ""),
            ]
        ) { first, _ in first }.json
    }

    private func text(_ json: JSON?, _ part: FlagChange.Part?, _ key: String) -> String {
        guard let json else { return "" }
        switch part {
        case .value?:
            guard let value = try? FlagValue(json: json, at: "") else { return json.text }
            return words.value(value, of: key)
        case .expression?:
            let expression = json.string ?? json.text
            guard expression.count > Self.expressionLengthMax else { return expression }
            return expression.prefix(Self.expressionLengthMax) + "…"
        case .order?:
            return json.strings.map { words.title(ofCondition: $0) }.joined(separator: ", ")
        case .type?, .description?, .group?, .color?, .note?, .other?, nil:
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
}

extension FlagChange.Line {
    var isValue: Bool {
        guard case .value = part else { return false }
        return true
    }

    /// The condition of a value; nil for a default and for other parts.
    var condition: String? {
        guard case .value(let condition) = part else { return nil }
        return condition
    }

    /// True for a value or an expression, the only parts shown of an added or removed subject.
    fileprivate var isTelling: Bool { isValue || part == .expression }
}

extension FlagChange.Part {
    /// The label of the changed part.
    func title(_ words: FlagLabels) -> String {
        switch self {
        case .value(_?): words.say("значения по условиям", "values under conditions")
        case .value(nil): words.say("значение", "value")
        case .type: words.say("тип", "type")
        case .description, .note("title"): words.say("название и описание", "title and description")
        case .group: words.say("группа", "group")
        case .expression, .note("tree"): words.say("выражение", "expression")
        case .color: words.say("цвет", "colour")
        case .order: words.say("порядок", "order")
        case .note("owner"): words.say("ответственный", "owner")
        case .note("review_on"): words.say("срок проверки", "review date")
        case .note("is_off"): words.say("выключен", "switched off")
        case .note("requires"): words.say("зависимости", "prerequisites")
        case .note: words.say("границы", "bounds")
        case .other(let member): member
        }
    }
}

extension [String: JSON] {
    fileprivate var json: JSON { .object(self) }
}
