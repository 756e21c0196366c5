// Limits of remote flags (remote-config.md section 5).
extension Limits {
    // Templates
    package static let flagParametersMax = 3_000
    package static let flagConditionsMax = 2_000
    package static let flagGroupsMax = 1_000
    /// Characters of all values of a template.
    package static let flagValuesLengthMax = 1_000_000
    package static let flagKeyLengthMax = 256
    package static let flagConditionNameLengthMax = 100
    /// Code points; of groups, parameters and conditions.
    package static let flagDescriptionLengthMax = 256
    package static let flagVersionDescriptionLengthMax = 1_024

    package static let flagSchemaDepthMax = 16

    // Conditions
    package static let flagExpressionLengthMax = 65_536
    package static let flagClausesMax = 50
    package static let flagInstallationsMax = 50
    package static let flagTargetsMax = 1_000
    /// Of one operator on a custom signal (remote-config.md 4.2).
    package static let flagSignalTargetsMax = 100
    package static let flagSeedLengthMax = 32
    package static let flagPatternLengthMax = 250
    /// States of the automaton of one pattern.
    package static let flagPatternStatesMax = 10_000
    package static let flagPatternRepeatMax = 1_000
    /// Conditions that one tree of the console may become.
    package static let flagAlternativesMax = 50
    /// Digits after the point of a percentage; a micro-percent is the smallest step.
    package static let flagPercentDigitsMax = 6
    package static let flagTimeZoneLengthMax = 64
    /// How deep conditions may be nested, as a tree or parsed (remote-config.md 4.2).
    package static let flagConditionDepthMax = 10

    // Clients
    package static let flagSignalsMax = 100
    package static let flagSignalKeyLengthMax = 250
    package static let flagSignalLengthMax = 500
}
