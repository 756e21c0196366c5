/// The response to a fetch.
package struct FlagAnswer: Sendable {
    /// Its `version` is that of the published template, even if a device sees the draft.
    package let template: LiveTemplate
    package let outcomes: FlagOutcomes

    package var version: Int64 { template.version.number }
}
