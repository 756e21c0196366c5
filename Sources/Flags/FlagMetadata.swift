import Core
import FoundationEssentials
import Storage

/// The metadata of a parameter for staff, which apps never receive: its allowed values, its owner.
///
/// Firebase has only four types; the rest is stored here, beside the template (R101, R113, R99).
package struct FlagMetadata: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Any value that the type of the parameter allows.
        case plain
        /// An integer, or a decimal number.
        case number(FlagRange)
        /// One of these, in this order.
        case choice([Option])
        /// Must be valid against this JSON Schema.
        case schema(JSON)
        /// A text with one value for each of these languages (BCP 47), under automatic conditions.
        case languages([String])
    }

    package struct Option: Sendable, Hashable {
        package let value: String
        package let title: String

        package init(_ value: String, _ title: String) {
            self.value = value
            self.title = title
        }
    }

    /// The title for people; nil for the key.
    package var title: String?
    package var kind = Kind.plain
    /// The person to ask.
    package var owner: String?
    /// The day on which somebody should check that it is still needed.
    package var reviewOn: CivilDate?
    /// Values that other flags must have; otherwise this parameter has its default.
    package var requires: [String: String] = [:]
    /// True if it is switched off: apps use their in-app default.
    package var isOff = false

    package init() {}
}

/// A range of allowed numbers; decimals as written, compared exactly.
package struct FlagRange: Sendable, Hashable {
    package var min: Decimal?
    package var max: Decimal?
    package var step: Decimal?
    /// The unit: `s`, `%`.
    package var unit: String?
    /// True for an integer and false for a float; nil if the bounds and the step decide.
    package var declaredWhole: Bool?
    /// The bound below which a value is allowed, but probably a mistake: an invisible close button.
    package var warnBelow: Decimal?

    package init() {}

    /// True for an integer: declared so, or if the bounds and the step only allow whole numbers.
    package var isWhole: Bool {
        if let declaredWhole { return declaredWhole }
        guard let step, step.isWhole else { return false }
        return [min, max].compactMap(\.self).allSatisfy(\.isWhole)
    }

    /// The reason for which a number is not allowed; nil if it is.
    func refusal(of number: Decimal) -> Localized? {
        if declaredWhole == true, !number.isWhole {
            return Localized("должно быть целым числом", "must be a whole number")
        }
        if let min, number < min {
            return Localized("должно быть не меньше \(min)", "must be at least \(min)")
        }
        if let max, number > max {
            return Localized("должно быть не больше \(max)", "must be at most \(max)")
        }
        if let step, step > 0, !((number - (min ?? 0)) / step).isWhole {
            return Localized("должно идти с шагом \(step)", "must be in steps of \(step)")
        }
        return nil
    }
}
