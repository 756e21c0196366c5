import Core
import Flags
import Storage
import Web

/// A conflict of two editors of one flag: the colleague's values, and the typed ones.
struct FlagConflict: Sendable {
    let board: FlagBoard
    let form: Form
    /// The address of the form.
    let path: String

    var json: JSON {
        let subject = form["subject"] ?? ""
        let parts = subject.split(separator: "/", maxSplits: 1).map { String($0) }
        let name = parts.last ?? ""
        let words = board.words
        let isParameter = parts.first == "parameter"
        let value =
            form["condition"].flatMap { $0.isEmpty ? nil : $0 }.map {
                board.template.parameters[name]?.conditional[$0]
            } ?? board.template.parameters[name]?.value
        let by = board.draft.touches[subject] ?? board.draft.editor
        let isValue = isParameter && form["value"] != nil
        return [
            "title": .string(words.title(FlagChange.Subject(rawValue: parts.first ?? "") ?? .order, name)),
            "by": .string(by?.author ?? board.draft.published.author),
            "theirs": .string(
                isValue
                    ? words.value(value, of: name)
                    : words.say("то, что сейчас на странице", "what the page shows now")
            ),
            "mine": .string(
                isValue
                    ? words.text(form["value"] ?? "", of: name)
                    : words.say("то, что ввели вы", "what you typed")
            ),
            "action": .string(path), "new_seen": .string(board.seen(subject)),
            "fields": .array(
                form.fields.filter { !["revision", "seen"].contains($0.name) }.map {
                    ["name": .string($0.name), "text": .string($0.value)]
                }
            ),
        ]
    }
}
