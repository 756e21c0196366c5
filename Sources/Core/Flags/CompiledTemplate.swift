/// A template whose expressions are read once for each version.
///
/// An expression that cannot be read is false.
package struct CompiledTemplate: Sendable {
    package let template: FlagTemplate

    package init(_ template: FlagTemplate) {
        self.template = template
    }

    /// Every flag, sorted by key.
    package func evaluate(_ context: FlagContext) -> [FlagOutcome] { [] }

    package func outcome(of key: String, _ context: FlagContext) -> FlagOutcome? { nil }

    package func explain(_ context: FlagContext) -> FlagExplanation {
        FlagExplanation(conditions: [], parameters: [])
    }
}
