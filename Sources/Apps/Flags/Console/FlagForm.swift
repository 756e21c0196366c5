import Core
import Storage
import Web

/// Reads a form of the console as edits of the draft.
struct FlagForm: Sendable {
    let form: Form

    init(_ form: Form) {
        self.form = form
    }

    func edits() throws(Problem) -> [JSON] {
        let key = form["key"] ?? ""
        switch form["op"] ?? "set_value" {
        case "set_value": return [value(key)]
        case "set_texts":
            let texts = form.fields.filter { $0.name.hasPrefix("text.") }.map {
                (String($0.name.dropFirst("text.".count)), JSON.string($0.value))
            }
            return [
                [
                    "op": "set_texts", "key": .string(key),
                    "texts": .object(Dictionary(texts) { _, last in last }),
                ]
            ]
        case "reset_parameter": return [["op": "reset_parameter", "key": .string(key)]]
        case "remove_parameter": return [["op": "remove_parameter", "key": .string(key)]]
        case "reset_condition": return [["op": "reset_condition", "name": .string(form["name"] ?? "")]]
        case "remove_condition": return [["op": "remove_condition", "name": .string(form["name"] ?? "")]]
        case _:
            throw Problem(.malformed, Localized("Форму не разобрать.", "The form cannot be understood."))
        }
    }

    /// No value removes it, and `app` leaves it to the app.
    private func value(_ key: String) -> JSON {
        var edit: [String: JSON] = ["op": "set_value", "key": .string(key)]
        if let condition = form["condition"], !condition.isEmpty { edit["condition"] = .string(condition) }
        switch form["source"] {
        case "app"?: edit["value"] = ["useInAppDefault": true]
        case "none"?: edit["value"] = .null
        case _: edit["value"] = .string(number(form["value"] ?? ""))
        }
        return .object(edit)
    }

    /// People type a decimal comma, and no app reads it.
    private func number(_ text: String) -> String {
        guard form["type"] == "NUMBER" else { return text }
        return text.trimmed.replacing(",", with: ".").replacing("−", with: "-")
    }
}

extension String {
    /// Without spaces at both ends.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
