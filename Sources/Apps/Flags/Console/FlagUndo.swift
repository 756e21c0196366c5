import Core
import Flags
import Storage
import Web

/// The undo of edits: edits that restore the previous draft.
struct FlagUndo: Sendable {
    let words: FlagLabels
    private var template: FlagTemplate { words.template }
    private var notes: TemplateMetadata { words.notes }

    /// Empty if one of the edits cannot be undone.
    func edits(_ edits: [FlagEdit]) -> [JSON] {
        let back = edits.reversed().map { self.edit($0) }
        let known = back.compactMap(\.self)
        return known.count == back.count ? known : []
    }

    private func edit(_ edit: FlagEdit) -> JSON? {
        switch edit {
        case .setValue(_, let key, let condition):
            guard let parameter = template.parameters[key] else { return nil }
            let value = condition.map { parameter.conditional[$0] } ?? parameter.value
            var back: [String: JSON] = [
                "op": "set_value", "key": .string(key), "value": value?.json ?? .null,
            ]
            if let condition { back["condition"] = .string(condition) }
            return .object(back)
        case .setTexts(_, let key):
            guard template.parameters[key] != nil else { return nil }
            return [
                "op": "set_texts", "key": .string(key),
                "texts": .object(FlagEditor(words, key).texts.mapValues { .string($0) }),
            ]
        case _: return nil
        }
    }

    /// Restores a removed parameter; empty if its texts are under conditions that are removed with it.
    func addition(of key: String) -> [JSON] {
        guard let parameter = template.parameters[key] else { return [] }
        let note = notes.parameters[key] ?? FlagMetadata()
        if case .languages = note.kind { return [] }
        var back: [String: JSON] = [
            "op": "add_parameter", "key": .string(key), "parameter": parameter.json, "note": note.json,
        ]
        if let group = parameter.group { back["group"] = .string(group) }
        return [.object(back)]
    }

    /// Restores removed conditions at their positions, with the values under them.
    func additions(ofConditions names: [String]) -> [JSON] {
        template.conditions.enumerated().filter { names.contains($0.element.name) }.flatMap {
            place,
            condition in
            let added: JSON = [
                "op": "add_condition", "at": .integer(Int64(place)), "condition": condition.json,
                "note": (notes.conditions[condition.name] ?? FlagConditionNote()).json,
            ]
            let values = template.parameters.sorted { $0.key < $1.key }.compactMap {
                key,
                parameter -> JSON? in
                guard let value = parameter.conditional[condition.name] else { return nil }
                return [
                    "op": "set_value", "key": .string(key), "condition": .string(condition.name),
                    "value": value.json,
                ]
            }
            return [added] + values
        }
    }
}

extension FlagUndo {
    /// The undo that makes edits in the draft of a project.
    static func call(_ edits: [JSON], in project: String) -> FlashMessage.Call {
        FlashMessage.Call("flags_draft_edit", ["project": project], ["edits": .array(edits)])
    }

    /// The undo that restores a version, unless another one was published after `last`.
    static func restoring(
        _ number: Int64,
        of project: String,
        after last: FlagVersion
    ) -> FlashMessage.Call {
        let version = ["project": project, "number": String(number)]
        var call = FlashMessage.Call("flags_version_restore", version, [:])
        call.expected = FlashMessage.Expected(
            .answer(FlashMessage.Operation("flags_template", ["project": project])),
            ["number": .integer(last.number)]
        )
        return call
    }
}
