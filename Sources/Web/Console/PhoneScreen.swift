import Core
import Storage

/// A screen of an app as its visitors see it, drawn within the frame of a phone.
///
/// A page shows it with the partial `phone`, whose context is `json`.
package struct PhoneScreen: Sendable {
    /// The template within the frame.
    package let template: String
    package let context: JSON

    package init(_ template: String, _ context: JSON) {
        (self.template, self.context) = (template, context)
    }

    /// The context of the partial `phone`; `label` names the screen.
    package func json(_ label: String, _ language: Language, isDark: Bool = false) -> JSON {
        var members = context.object ?? [:]
        members["screen"] = .string(template)
        members["phone_label"] = .string(label)
        members["phone_language"] = .string(language.rawValue)
        members["is_dark"] = .bool(isDark)
        return .object(members)
    }
}
