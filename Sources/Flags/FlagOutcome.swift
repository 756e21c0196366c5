import Core

/// The evaluation of one flag for a context.
package struct FlagOutcome: Sendable, Hashable {
    package let key: String
    /// Nil if the flag is left out; its `text` is nil too if the app uses its in-app default.
    package let value: FlagValue?
    /// The condition of the value; nil for the default.
    package let condition: String?
    /// True if that condition uses percentages (OFREP's reason SPLIT).
    package let isSplit: Bool
    package let type: FlagParameter.ValueType
}
