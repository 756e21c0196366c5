import Core

/// The explanation of every flag's value for a context (R103).
package struct FlagExplanation: Sendable, Hashable {
    package struct Condition: Sendable, Hashable {
        package let name: String
        package let expression: String
        package let holds: Bool
        package let clauses: [ClauseExplanation]
        /// The fault for which the expression cannot be parsed; then it is false.
        package let fault: ConditionFault?
    }

    /// A value that was not chosen.
    package struct Candidate: Sendable, Hashable {
        /// Nil for the default.
        package let condition: String?
        package let value: FlagValue
        /// A sentence with its full stop.
        package let why: Localized
    }

    package struct Parameter: Sendable, Hashable {
        package let outcome: FlagOutcome
        /// A sentence with its full stop.
        package let why: Localized
        /// In order of priority.
        package let passedOver: [Candidate]
    }

    /// In order of priority.
    package let conditions: [Condition]
    /// Sorted by key.
    package let parameters: [Parameter]
}
