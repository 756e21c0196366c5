import Core
import Foundation
import Storage

/// What staff know of a parameter and apps are never told: what its values may be, and who looks after it.
///
/// Firebase knows four types only; the rest stands here, beside the template (R101, R113, R99).
package struct FlagMetadata: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Whatever the type of the parameter allows.
        case plain
        /// A whole number only, or one with a fraction.
        case number(FlagRange)
        /// One of these, in this order.
        case choice([Option])
        /// Must be valid by this JSON Schema.
        case schema(JSON)
        /// A text with one value for each of these languages (BCP 47), under conditions of its own.
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

    /// What people call it; the key where nil.
    package var title: String?
    package var kind = Kind.plain
    /// Whom to ask.
    package var owner: String?
    /// When somebody should look whether it is still needed.
    package var reviewOn: CivilDate?
    /// Values that others must have; while one has another, this parameter has its default.
    package var requires: [String: String] = [:]
    /// Switched off: apps use what they have built in.
    package var isOff = false

    package init() {}
}

/// Which numbers are allowed; decimals as they are written, compared exactly.
package struct FlagRange: Sendable, Hashable {
    package var min: Decimal?
    package var max: Decimal?
    package var step: Decimal?
    /// What is counted: `s`, `%`.
    package var unit: String?
    /// Whether apps read an integer or a float; nil where the bounds and the step decide.
    package var declaredWhole: Bool?
    /// Allowed, but probably a mistake: the opacity of a cross that users cannot see.
    package var warnBelow: Decimal?

    package init() {}

    /// An integer for apps: declared so, or nothing but whole numbers fits the bounds and the step.
    package var isWhole: Bool {
        if let declaredWhole { return declaredWhole }
        guard let step, step.isWhole else { return false }
        return [min, max].compactMap(\.self).allSatisfy(\.isWhole)
    }

    /// Why a number is not allowed; nil where it is.
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

extension Decimal {
    var isWhole: Bool {
        var (value, whole) = (self, Decimal())
        NSDecimalRound(&whole, &value, 0, .down)
        return whole == value
    }
}
