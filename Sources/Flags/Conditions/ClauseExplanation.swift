import Core
import Storage

/// The evaluation of one clause for a context (R103).
package struct ClauseExplanation: Sendable, Hashable {
    /// The clause in its canonical form.
    package let text: String
    /// Its range in the expression as written, in code points from 0.
    package let range: Range<Int>
    package let holds: Bool
    /// The compared input; nil if it is absent, or if the clause compares nothing.
    package let input: String?
    /// A sentence with its full stop.
    package let why: Localized

    init(_ clause: ConditionClause, _ inputs: FlagInputs) {
        text = clause.text
        range = clause.range
        holds = clause.test.holds(in: inputs)
        input = clause.test.input(in: inputs)
        why = clause.test.why(input, holds, inputs)
    }
}

extension ConditionTest {
    /// The input in a form for people.
    fileprivate func input(in inputs: FlagInputs) -> String? {
        switch self {
        case .constant, .unknown: return nil
        case .keyword(let test): return inputs.written(test.input).flatMap { $0.isEmpty ? nil : $0 }
        case .text(let input, _), .version(let input, _, _, _), .number(let input, _, _, _):
            return inputs[input]
        case .moment(let test): return inputs[test.input]?.description
        case .percent(let percent):
            guard let id = inputs.context.instanceID, !id.isEmpty else { return nil }
            return FlagPercent.text(percent.micro(of: id))
        case .groups(let input, _, _): return inputs[input]?.sorted().joined(separator: ", ")
        }
    }

    fileprivate func why(_ input: String?, _ holds: Bool, _ inputs: FlagInputs) -> Localized {
        switch self {
        case .constant:
            return holds
                ? Localized("Верно для всех.", "It is true for everybody.")
                : Localized("Неверно для всех.", "It is false for everybody.")
        case .unknown: return Localized("Такого сравнения мы не знаем.", "This comparison is not known here.")
        case .keyword, .text, .version, .number, .moment, .percent, .groups: break
        }
        guard let input else { return missing }
        switch self {
        case .percent:
            return Localized("Эта установка стоит на \(input) %.", "This installation stands at \(input) %.")
        case .version(let text, _, _, _) where inputs.version(text) == nil:
            return Localized("«\(input)» — не номер версии.", "\u{201C}\(input)\u{201D} is not a version.")
        case .number where Double(flag: input) == nil:
            return Localized("«\(input)» — не число.", "\u{201C}\(input)\u{201D} is not a number.")
        case .constant, .unknown, .keyword, .text, .version, .number, .moment, .groups: break
        }
        guard !input.isEmpty else {
            return holds
                ? Localized("Пустое значение подходит.", "An empty value fits.")
                : Localized("Пустое значение не подходит.", "An empty value does not fit.")
        }
        return holds
            ? Localized("Подходит: \(input).", "It fits: \(input).")
            : Localized("Не подходит: \(input).", "It does not fit: \(input).")
    }

    private var missing: Localized {
        if case .percent = self {
            return Localized(
                "Установка не названа, и процент не посчитать.",
                "The installation is not named, so its percent cannot be counted."
            )
        }
        let name = inputText ?? ""
        return Localized(
            "Значение \(name) не известно, поэтому условие неверно.",
            "The value of \(name) is not known, so this is false."
        )
    }
}
