import Core
import Flags
import Storage
import Web

/// One parameter as a row of the page: its control, its old value, and its last editor.
struct FlagRow: Sendable {
    let board: FlagBoard
    let key: String
    /// The last publication that changed it; nil if that is long ago.
    let published: FlagVersion.Info?

    private var words: FlagLabels { board.words }
    private var parameter: FlagParameter { board.template.parameters[key] ?? FlagParameter(nil) }
    private var note: FlagMetadata { board.notes.parameters[key] ?? FlagMetadata() }
    private var change: FlagChange? {
        board.changes.first { $0.subject == .parameter && $0.name == key }
    }

    var json: JSON {
        var members: [String: JSON] = FlagEditor(words, key).json(parameter.value)
        members["id"] = .string("flag-\(key)")
        members["key"] = .string(key)
        members["title"] = .string(words.title(ofParameter: key))
        members["kind"] = .string(words.kind(parameter, note))
        members["desc"] = .string(parameter.description ?? "")
        members["href"] = .string("\(board.own)/parameters/\(key)")
        members["overs"] = .array(overs)
        members["chips"] = .array(chips)
        members["is_changed"] = .bool(change != nil)
        members["was"] = .string(was)
        members["was_value"] = .string(before?.text ?? "")
        members["seen"] = .string(board.seen("parameter/\(key)"))
        members["can_edit"] = .bool(board.mayWrite)
        members["who"] = who
        members["errors"] = .array(errors.map { .string($0) })
        members["is_string"] = .bool(parameter.type == .string)
        members["var"] = .string(
            Catalog.flagScreens.map { $0.screenVariable(of: key) }.first { !$0.isEmpty } ?? ""
        )
        return .object(members)
    }

    /// The values under conditions in order of priority.
    private var overs: [JSON] {
        board.template.conditions.enumerated().compactMap { place, condition in
            guard let value = parameter.conditional[condition.name],
                board.notes.conditions[condition.name]?.language == nil
            else { return nil }
            return [
                "dot": .string(FlagLabels.dot(condition.color, place)),
                "name": .string(words.title(ofCondition: condition.name)),
                "text": .string(words.value(value, of: key)),
            ]
        }
    }

    // MARK: Changes

    private var line: FlagChange.Line? {
        change?.lines.first { $0.part == .value(under: nil) }
    }
    private var before: FlagValue? {
        line?.before.flatMap { try? FlagValue(json: $0, at: "") }
    }

    private var was: String {
        guard let change else { return "" }
        if change.kind == .added { return words.say("новый параметр", "a new parameter") }
        guard line == nil else {
            return words.say("было: ", "was: ") + words.value(before, of: key)
        }
        let parts = change.lines.map { $0.part.title(words) }
        return words.say("изменено: ", "changed: ") + Set(parts).sorted().joined(separator: ", ")
    }

    private var who: JSON {
        if let touch = board.draft.touches["parameter/\(key)"], change != nil {
            return board.avatar(touch.author, board.near(touch.at))
        }
        guard let published else { return .null }
        return board.avatar(published.author, board.near(published.at))
    }

    // MARK: Badges

    private var chips: [JSON] {
        var chips = warnings.compactMap { chip($0) }
        if note.isOff {
            chips.insert(
                ["tone": "", "icon": "stop", "text": .string(words.say("Выключен", "Off"))],
                at: 0
            )
        }
        let isDue = warnings.contains { $0.reason == .review }
        if let day = note.reviewOn {
            let at = Timestamp("\(day)T12:00:00Z").map { board.time.day($0) } ?? "\(day)"
            let owner = note.owner.map { ": \($0)" } ?? ""
            let text =
                isDue
                ? words.say("Пора проверить: срок был \(at)", "To be reviewed by \(at)")
                : words.say("Проверить до \(at)", "Review by \(at)")
            chips.append([
                "tone": .string(isDue ? "warn" : ""), "icon": "clock", "text": .string(text + owner),
            ])
        } else if let owner = note.owner {
            chips.append(["tone": "", "icon": "user", "text": .string(owner)])
        }
        return chips
    }

    private var warnings: [FlagWarning] { board.warnings.filter { $0.name == key } }

    private func chip(_ warning: FlagWarning) -> JSON? {
        let (icon, tone): (String, String) =
            switch warning.reason {
            case .constant, .managed: ("info", "")
            case .unfetched: ("history", "")
            case .shadowed, .prerequisite, .unlikely: ("warn", "warn")
            case .impossible, .unused, .review, .off: ("", "")
            }
        guard !icon.isEmpty else { return nil }
        return [
            "icon": .string(icon), "tone": .string(tone),
            "text": .string(warning.detail[board.language].capitalizedStart),
        ]
    }

    /// The faults that prevent its publication.
    private var errors: [String] {
        let pointer = board.template.pointer(to: key)
        return board.faults.filter { $0.pointer == pointer || $0.pointer.hasPrefix(pointer + "/") }
            .map { $0.detail[board.language].capitalizedStart }
    }
}
