import Core
import Flags
import Storage
import Web

/// Reads a form of the console as edits of the draft.
struct FlagForm: Sendable {
    let form: Form

    init(_ form: Form) {
        self.form = form
    }

    func edits() throws(Problem) -> [FlagEdit] {
        let key = form["key"] ?? ""
        switch form["op"] ?? "set_value" {
        case "set_value": return [value(key)]
        case "set_texts":
            let texts = form.fields.filter { $0.name.hasPrefix("text.") }.map {
                (String($0.name.dropFirst("text.".count)), $0.value)
            }
            return [.setTexts(Dictionary(texts) { _, last in last }, of: key)]
        case "reset_parameter": return [.resetParameter(key)]
        case "remove_parameter": return [.removeParameter(key)]
        case "reset_condition": return [.resetCondition(form["name"] ?? "")]
        case "remove_condition": return [.removeCondition(form["name"] ?? "")]
        case _: throw .strangeFlagForm
        }
    }

    /// An absent value removes it, and `app` means the in-app default.
    private func value(_ key: String) -> FlagEdit {
        let condition = form["condition"].flatMap { $0.isEmpty ? nil : $0 }
        let value: FlagValue? =
            switch form["source"] {
            case "app"?: .inAppDefault
            case "none"?: nil
            case _: FlagValue(number(form["value"] ?? ""))
            }
        return .setValue(value, of: key, under: condition)
    }

    /// Converts a decimal comma, which people type and no app parses.
    private func number(_ text: String) -> String {
        guard form["type"] == "NUMBER" else { return text }
        return text.trimmed.replacing(",", with: ".").replacing("−", with: "-")
    }
}
