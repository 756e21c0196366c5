import Core

/// Why every flag is what it is for somebody (R103).
package struct FlagExplanation: Sendable, Hashable {
    package struct Condition: Sendable, Hashable {
        package let name: String
        package let expression: String
        package let holds: Bool
        package let clauses: [ClauseExplanation]
        /// Why the expression cannot be read; then it is false.
        package let fault: ConditionFault?
    }

    /// A value that was not taken.
    package struct Candidate: Sendable, Hashable {
        /// Nil: the default.
        package let condition: String?
        package let value: FlagValue
        /// A sentence with its full stop.
        package let why: Localized
    }

    package struct Parameter: Sendable, Hashable {
        package let outcome: FlagOutcome
        /// A sentence with its full stop.
        package let why: Localized
        /// In the order of their priority.
        package let passedOver: [Candidate]
    }

    /// In the order of their priority.
    package let conditions: [Condition]
    /// Sorted by key.
    package let parameters: [Parameter]
}
