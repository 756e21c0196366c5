import Core
import Storage

/// What takes edits of one parameter back: its values as the draft had them.
struct FlagUndo: Sendable {
    private let template: FlagTemplate
    private let notes: FlagNotes
    private let language: Language

    init(_ draft: JSON, _ language: Language) throws {
        template = try FlagTemplate.parsing(draft["template"] ?? [:])
        notes = try FlagNotes(json: draft["notes"] ?? [:])
        self.language = language
    }

    private var words: FlagWords { FlagWords(template: template, notes: notes, language: language) }

    func title(of key: String) -> String { words.title(ofParameter: key) }

    /// Nothing where they cannot be taken back one by one.
    func edits(_ edits: [JSON]) -> [JSON] {
        let back = edits.reversed().map { self.edit($0) }
        let known = back.compactMap(\.self)
        return known.count == back.count ? known : []
    }

    private func edit(_ edit: JSON) -> JSON? {
        guard let key = edit["key"]?.string, let parameter = template.parameters[key] else { return nil }
        switch edit["op"]?.string {
        case "set_value"?:
            let condition = edit["condition"]?.string
            let value = condition.map { parameter.conditional[$0] } ?? parameter.value
            var back: [String: JSON] = [
                "op": "set_value", "key": .string(key), "value": value?.json ?? .null,
            ]
            if let condition { back["condition"] = .string(condition) }
            return .object(back)
        case "set_texts"?:
            return [
                "op": "set_texts", "key": .string(key),
                "texts": .object(FlagEditor(words, key).texts.mapValues { .string($0) }),
            ]
        case _: return nil
        }
    }
}
