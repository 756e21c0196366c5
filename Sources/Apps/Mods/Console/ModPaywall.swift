import Core
import Flags
import Storage
import Web

/// A preview of the paywall, drawn from the flags that control it.
struct ModPaywall: Sendable {
    private enum Key {
        static let variant = "paywall_variant"
        static let isExtendedAllowed = "paywall_extended_enabled"
        static let hasCross = "paywall_close_enabled"
        static let delay = "paywall_close_delay"
        static let opacity = "paywall_close_opacity"
        static let title = "paywall_title"
        static let price = "paywall_price_text"
        static let trial = "paywall_trial_text"
        static let hasTrial = "paywall_trial_enabled"
        static let button = "paywall_button_title"
    }

    /// The variable of the preview that follows a flag: its key without the prefix.
    static func variable(of key: String) -> String {
        [
            Key.variant, Key.hasCross, Key.delay, Key.opacity, Key.title, Key.price, Key.trial, Key.hasTrial,
            Key.button,
        ]
        .contains(key) ? String(key.dropFirst("paywall_".count)) : ""
    }

    let words: FlagLabels

    /// The data of the template; nil if the project has no such screen.
    var json: JSON? {
        guard words.template.parameters[Key.variant] != nil || words.template.parameters[Key.opacity] != nil
        else { return nil }
        let isExtended = text(Key.variant) == "extended"
        let opacity = Double(text(Key.opacity) ?? "") ?? 1
        let delay = Double(text(Key.delay) ?? "") ?? 0
        let hasCross = text(Key.hasCross) != "false"
        let hasTrial = text(Key.hasTrial) != "false"
        return [
            "is_extended": .bool(isExtended),
            "variant": .string(text(Key.variant) ?? ""),
            "is_blocked": .bool(isExtended && text(Key.isExtendedAllowed) == "false"),
            "heading": .string(
                text(Key.title) ?? words.say("Все моды без ограничений", "All mods without limits")
            ),
            "price": .string(text(Key.price) ?? ""), "trial": .string(hasTrial ? text(Key.trial) ?? "" : ""),
            "button": .string(
                text(Key.button) ?? words.say("Попробовать бесплатно", "Try for free")
            ),
            "opacity": .string("\(min(max(opacity, 0), 1))"),
            "opacity_text": .string(words.number(text(Key.opacity) ?? "1", unit: nil)),
            "delay": .string("\(min(max(delay, 0), 3_600))"),
            "delay_text": .string(words.number(text(Key.delay) ?? "0", unit: words.say("с", "s"))),
            "has_cross": .bool(hasCross), "is_faint": .bool(hasCross && opacity < faintBelow),
            "faint_below": .string(words.number("\(faintBelow)", unit: nil)),
            "faint_number": .string("\(faintBelow)"),
            "override": .string(override),
        ]
    }

    private func text(_ key: String) -> String? { words.template.parameters[key]?.value?.text }

    private var faintBelow: Double {
        guard case .number(let range)? = words.notes.parameters[Key.opacity]?.kind,
            let border = range.warnBelow
        else { return 0.4 }
        return Double("\(border)") ?? 0.4
    }

    /// The first condition under which the close button is visible enough.
    private var override: String {
        guard let parameter = words.template.parameters[Key.opacity] else { return "" }
        for condition in words.template.conditions {
            guard let text = parameter.conditional[condition.name]?.text, let number = Double(text),
                number >= faintBelow
            else { continue }
            let (name, value) = (words.title(ofCondition: condition.name), words.number(text, unit: nil))
            return words.say("Для «\(name)» задано \(value).", "Under “\(name)” it is \(value).")
        }
        return ""
    }
}

extension Mods: FlagScreen {
    func screen(for words: FlagLabels) -> JSON? { ModPaywall(words: words).json }
    func screenVariable(of key: String) -> String { ModPaywall.variable(of: key) }
}
