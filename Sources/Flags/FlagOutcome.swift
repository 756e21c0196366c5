import Core

/// What one flag is for somebody.
package struct FlagOutcome: Sendable, Hashable {
    package let key: String
    /// Nil where the flag is left out; its `text` is nil too where the app uses what it has built in.
    package let value: FlagValue?
    /// Whose value it is; nil: the default.
    package let condition: String?
    /// True where that condition counts percents (OFREP's reason SPLIT).
    package let isSplit: Bool
    package let type: FlagParameter.ValueType
}
