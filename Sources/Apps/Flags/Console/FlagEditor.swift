import Core
import Flags
import Storage
import Web

/// The control that edits one value; its kind follows the metadata of the parameter.
struct FlagEditor: Sendable {
    /// The maximum number of options in a row; more options are shown as a list.
    private static let segmentsMax = 4
    /// Longer texts get an area of several lines.
    private static let lineLengthMax = 34

    let words: FlagLabels
    let key: String
    let parameter: FlagParameter
    let note: FlagMetadata

    init(_ words: FlagLabels, _ key: String) {
        (self.words, self.key) = (words, key)
        parameter = words.template.parameters[key] ?? FlagParameter(nil)
        note = words.notes.parameters[key] ?? FlagMetadata()
    }

    /// Exactly one member `is_…` is true.
    func json(_ value: FlagValue?, under condition: String? = nil) -> [String: JSON] {
        var members: [String: JSON] = [
            "is_switch": false, "is_seg": false, "is_select": false, "is_range": false, "is_number": false,
            "is_text": false, "is_area": false, "is_json": false, "is_texts": false, "is_other": false,
            "value": .string(value?.text ?? ""), "unit": "", "var": "", "options": [], "help": "",
        ]
        guard let text = value?.text else {
            members["is_other"] = true
            members["shown"] = .string(words.value(value, of: key))
            return members
        }
        members["shown"] = .string(words.text(text, of: key))
        switch note.kind {
        case .choice(let options): choice(options, text, &members)
        case .number(let range): number(range, &members)
        case .languages(let languages) where condition == nil: texts(languages, &members)
        case .schema(let schema):
            members["is_json"] = true
            members["help"] = .string(Self.help(schema, words))
        case .plain, .languages: plain(text, &members)
        }
        return members
    }

    private func choice(_ options: [FlagMetadata.Option], _ text: String, _ members: inout [String: JSON]) {
        members[options.count <= Self.segmentsMax ? "is_seg" : "is_select"] = true
        var all = options
        if !options.contains(where: { $0.value == text }) { all.append(FlagMetadata.Option(text, text)) }
        members["options"] = .array(
            all.map {
                ["value": .string($0.value), "text": .string($0.title), "is_on": .bool($0.value == text)]
            }
        )
    }

    private func number(_ range: FlagRange, _ members: inout [String: JSON]) {
        members["unit"] = .string(range.unit ?? "")
        for (name, number) in [("min", range.min), ("max", range.max), ("step", range.step)] {
            members[name] = .string(number.map { "\($0)" } ?? "")
        }
        if range.step == nil { members["step"] = .string(range.isWhole ? "1" : "any") }
        if range.min != nil, range.max != nil {
            members["is_range"] = true
            if range.step == nil, !range.isWhole { members["step"] = "0.01" }
        } else {
            members["is_number"] = true
        }
    }

    /// The texts by language; empty if there is one text for all.
    var texts: [String: String] {
        guard case .languages(let languages) = note.kind else { return [:] }
        let texts = languages.enumerated().map { place, language in
            let value = place == 0 ? parameter.value : parameter.conditional[condition(of: language)]
            return (language, value?.text ?? "")
        }
        return Dictionary(texts) { first, _ in first }
    }

    private func texts(_ languages: [String], _ members: inout [String: JSON]) {
        members["is_texts"] = true
        let texts = texts
        members["languages"] = .array(
            languages.enumerated().map { place, language in
                [
                    "language": .string(language), "value": .string(texts[language] ?? ""),
                    "name": .string(words.language(language)), "is_first": .bool(place == 0),
                    "number": .string(String(place)),
                ]
            }
        )
    }

    private func condition(of language: String) -> String {
        words.template.conditions.first { words.notes.conditions[$0.name]?.language == language }?.name ?? ""
    }

    private func plain(_ text: String, _ members: inout [String: JSON]) {
        switch parameter.type {
        case .boolean:
            let isOn = text.lowercased() == "true"
            members["is_switch"] = true
            members["is_on"] = .bool(isOn)
            members["next"] = isOn ? "false" : "true"
            members["label"] = .string(
                isOn ? words.say("Включено", "On") : words.say("Выключено", "Off")
            )
        case .number:
            members["is_number"] = true
            members["step"] = "any"
            (members["min"], members["max"]) = ("", "")
        case .json:
            members["is_json"] = true
        case .string:
            members[text.count > Self.lineLengthMax || text.contains("\n") ? "is_area" : "is_text"] = true
        }
    }

    /// The members of a schema in one line.
    static func help(_ schema: JSON, _ words: FlagLabels) -> String {
        let outline = SchemaOutline(schema)
        let members = outline.members.sorted { $0.key < $1.key }.map { name, member in
            let type = SchemaOutline(member).types.joined(separator: "|")
            return name + (outline.required.contains(name) ? "*" : "") + (type.isEmpty ? "" : ": \(type)")
        }
        guard !members.isEmpty else { return outline.types.joined(separator: "|") }
        return words.say("Поля: ", "Members: ") + members.joined(separator: ", ")
    }
}
