import Core
import Flags
import Storage
import Web

/// The form of a parameter: its key, type and metadata.
struct FlagMetadataForm: Sendable {
    private static let kinds = ["switch", "choice", "number", "text", "languages", "json"]

    private let fields: [String: String]

    init(_ form: Form) {
        fields = Dictionary(form.fields.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The form of an existing parameter.
    init(_ key: String, _ parameter: FlagParameter, _ note: FlagMetadata) {
        var fields = [
            "key": key, "title": note.title ?? "", "description": parameter.description ?? "",
            "group": parameter.group ?? "", "owner": note.owner ?? "",
            "review_on": note.reviewOn?.description ?? "", "is_off": note.isOff ? "1" : "",
            "requires": note.requires.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
                .joined(separator: "\n"),
        ]
        switch note.kind {
        case .choice(let options):
            fields["kind"] = "choice"
            fields["options"] = options.map { "\($0.value) = \($0.title)" }.joined(separator: "\n")
        case .number(let range):
            fields["kind"] = "number"
            for (name, number) in [
                ("min", range.min), ("max", range.max), ("step", range.step), ("warn_below", range.warnBelow),
            ] {
                fields[name] = number.map { "\($0)" } ?? ""
            }
            fields["unit"] = range.unit ?? ""
            fields["is_whole"] = range.declaredWhole.map { "\($0)" } ?? ""
        case .schema(let schema):
            fields["kind"] = "json"
            fields["schema"] = schema.text
        case .languages(let languages):
            fields["kind"] = "languages"
            fields["languages"] = languages.joined(separator: ", ")
        case .plain:
            fields["kind"] =
                switch parameter.type {
                case .boolean: "switch"
                case .number: "number"
                case .json: "json"
                case .string: "text"
                }
        }
        self.fields = fields
    }

    private func text(_ name: String) -> String { fields[name] ?? "" }
    /// Nil if the field is empty.
    private func given(_ name: String) -> String? { text(name).isEmpty ? nil : text(name) }
    private var kind: String { Self.kinds.contains(text("kind")) ? text("kind") : "switch" }

    private var type: FlagParameter.ValueType {
        switch kind {
        case "switch": .boolean
        case "number": .number
        case "json": .json
        case _: .string
        }
    }

    func json(_ words: FlagLabels) -> JSON {
        var members = fields.mapValues { JSON.string($0) }
        let titles = [
            ("switch", words.say("Вкл / выкл", "On / off")), ("choice", words.say("Выбор", "Choice")),
            ("number", words.say("Число", "Number")), ("text", words.say("Текст", "Text")),
            ("languages", words.say("Текст по языкам", "Text by language")), ("json", "JSON"),
        ]
        members["kinds"] = .array(
            titles.map { ["name": .string($0.0), "text": .string($0.1), "is_on": .bool($0.0 == kind)] }
        )
        members["groups"] = .array(words.template.groups.keys.sorted().map { .string($0) })
        for name in [
            "key", "title", "description", "group", "owner", "review_on", "is_off", "requires", "options",
            "min",
            "max", "step", "warn_below", "unit", "is_whole", "schema", "languages", "value",
        ] where members[name] == nil {
            members[name] = ""
        }
        members["is_on"] = .bool(text("on") == "true")
        members["wholes"] = .array(
            [
                ("", words.say("по границам и шагу", "by the bounds and the step")),
                ("true", words.say("целое: 5", "integer: 5")),
                ("false", words.say("дробное: 5.0", "float: 5.0")),
            ].map {
                ["value": .string($0.0), "text": .string($0.1), "is_on": .bool($0.0 == text("is_whole"))]
            }
        )
        return .object(members)
    }

    static func problem(_ problem: Problem?, _ language: Language) -> JSON {
        guard let problem else { return "" }
        let faults = problem.faults.map { $0.detail[language].capitalizedStart }
        return .string(faults.isEmpty ? problem.detail[language] : faults.joined(separator: ". "))
    }

    // MARK: Edits

    var addition: FlagEdit {
        get throws(Problem) {
            let value: String =
                switch kind {
                case "switch": text("on") == "true" ? "true" : "false"
                case "number": Self.number(text("value").isEmpty ? "0" : text("value"))
                case "json": text("value").isEmpty ? "{}" : text("value")
                case "choice": text("value").isEmpty ? lines("options").first?.0 ?? "" : text("value")
                case _: text("value")
                }
            var parameter = FlagParameter(FlagValue(value), type: type)
            parameter.description = given("description")
            parameter.group = given("group")
            return .addParameter(text("key"), parameter, try FlagMetadata(json: note))
        }
    }

    /// The edits of a parameter from the form.
    func changes(of key: String, _ parameter: FlagParameter) throws(Problem) -> [FlagEdit] {
        var edits: [FlagEdit] = [.setNote(try FlagMetadata(json: note), of: key)]
        if type != parameter.type { edits.append(.setType(type, of: key)) }
        if text("description") != (parameter.description ?? "") {
            edits.append(.setDescription(given("description"), of: key))
        }
        if text("group") != (parameter.group ?? "") { edits.append(.setGroup(given("group"), of: key)) }
        if let new = given("key"), new != key { edits.append(.renameParameter(key, to: new)) }
        return edits
    }

    /// The metadata as JSON, whose reader checks lengths and numbers.
    private var note: JSON {
        get throws(Problem) {
            var note: [String: JSON] = [:]
            for name in ["title", "owner", "review_on"] where !text(name).isEmpty {
                note[name] = .string(text(name))
            }
            if !text("is_off").isEmpty { note["is_off"] = true }
            let requires = lines("requires").map { ($0.0, JSON.string($0.1)) }
            if !requires.isEmpty { note["requires"] = .object(Dictionary(requires) { _, last in last }) }
            switch kind {
            case "choice":
                note["kind"] = "choice"
                note["options"] = .array(
                    lines("options").map { ["value": .string($0.0), "title": .string($0.1)] }
                )
            case "number":
                note["kind"] = "number"
                for name in ["min", "max", "step", "warn_below"] where !text(name).isEmpty {
                    note[name] = try Self.json(number: text(name), name)
                }
                if !text("unit").isEmpty { note["unit"] = .string(text("unit")) }
                if !text("is_whole").isEmpty { note["is_whole"] = .bool(text("is_whole") == "true") }
            case "languages":
                note["kind"] = "languages"
                note["languages"] = .array(
                    text("languages").split { $0 == "," || $0.isWhitespace }.map { .string(String($0)) }
                )
            case "json" where !text("schema").isEmpty:
                note["kind"] = "schema"
                note["schema"] = try schema
            case _: break
            }
            return .object(note)
        }
    }

    private var schema: JSON {
        get throws(Problem) {
            do throws(Problem) {
                return try JSON(parsing: Array(text("schema").utf8))
            } catch {
                throw .invalid([
                    Fault("#/schema", "схема: \(error.detail.ru)", "the schema: \(error.detail.en)")
                ])
            }
        }
    }

    /// The lines `value = title`; a value without a title is its own title.
    private func lines(_ name: String) -> [(String, String)] {
        text(name).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard let first = parts.first, !first.isEmpty else { return nil }
            return (first, parts.dropFirst().first ?? first)
        }
    }

    private static func number(_ text: String) -> String {
        text.trimmed.replacing(",", with: ".").replacing("−", with: "-")
    }

    private static func json(number text: String, _ name: String) throws(Problem) -> JSON {
        let plain = number(text)
        guard plain.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }),
            let json = try? JSON(parsing: Array(plain.utf8))
        else {
            throw .invalid([Fault("#/\(name)", "«\(text)» — не число", "\(text) is not a number")])
        }
        return json
    }
}
