import Core

// Limits of remote flags (remote-config.md section 5).
extension Limits {
    // Templates
    package static let flagParametersMax = 3_000
    package static let flagConditionsMax = 2_000
    package static let flagGroupsMax = 1_000
    /// The characters of all values of a template.
    package static let flagValuesLengthMax = 1_000_000
    package static let flagKeyLengthMax = 256
    package static let flagConditionNameLengthMax = 100
    /// In code points, for groups, parameters and conditions.
    package static let flagDescriptionLengthMax = 256
    package static let flagVersionDescriptionLengthMax = 1_024

    package static let flagSchemaDepthMax = 16

    // Conditions
    package static let flagExpressionLengthMax = 65_536
    package static let flagClausesMax = 50
    package static let flagInstallationsMax = 50
    package static let flagTargetsMax = 1_000
    /// For one operator on a custom signal (remote-config.md 4.2).
    package static let flagSignalTargetsMax = 100
    package static let flagSeedLengthMax = 32
    package static let flagPatternLengthMax = 250
    /// The states of the automaton of one pattern.
    package static let flagPatternStatesMax = 10_000
    /// The states of all patterns of one expression: enough for patterns without repetitions that fill it.
    package static let flagExpressionStatesMax = 100_000
    /// The states of all patterns of a template.
    package static let flagTemplateStatesMax = 500_000
    package static let flagPatternRepeatMax = 1_000
    /// The number of conditions that one tree of the console may become.
    package static let flagAlternativesMax = 50
    /// Digits after the point of a percentage; a micro-percent is the smallest step.
    package static let flagPercentDigitsMax = 6
    package static let flagTimeZoneLengthMax = 64
    /// The depth of nested conditions, as a tree or parsed (remote-config.md 4.2).
    package static let flagConditionDepthMax = 10

    // Clients
    package static let flagSignalsMax = 100
    package static let flagSignalKeyLengthMax = 250
    package static let flagSignalLengthMax = 500

    // Projects
    package static let flagProjectsMax = 200
    package static let flagTitleLengthMax = 200
    package static let flagSettingsSizeMax = 64 << 10
    package static let flagKeysMax = 100
    package static let flagDevicesMax = 1_000
    package static let flagNamespacesMax = 20
    package static let flagNamespaceLengthMax = 64
    package static let flagInstanceLengthMax = 200
    /// The precision of the last use of a key, so that not every use is a write.
    package static let flagKeyUseStep: Duration = .seconds(3_600)

    // Notes
    package static let flagOptionsMax = 100
    package static let flagLanguagesMax = 50
    package static let flagRequiresMax = 20
    package static let flagNotesSizeMax = 4 << 20
    package static let flagTreeSizeMax = 64 << 10

    // Versions
    package static let flagVersionsMax = 300
    /// The time for which versions are stored that no app receives any more.
    package static let flagVersionAge: Duration = .seconds(90 * 86_400)
    /// The size of a template in the transfer format.
    package static let flagTemplateSizeMax = 8 << 20

    // Drafts and schedules
    package static let flagEditsMax = 1_000
    package static let flagSchedulesMax = 100
    package static let flagDueMax = 20

    // Streams and counts
    package static let flagReadersMax = 20_000
    package static let flagReadersOfAddressMax = 6_000
    /// The time without a message after which a stream sends a heartbeat (R78).
    package static let flagHeartbeat: Duration = .seconds(50)
    /// The size of the cached evaluations of one version, in bytes.
    package static let flagOutcomesSizeMax = 8 << 20
    package static let flagFetchAge: Duration = .seconds(400 * 86_400)
    package static let flagFetchDaysMax = 400
    package static let flagFetchRowsMax = 10_000
    package static let flagFetchPause: Duration = .seconds(60)
    /// The number of counts in memory before they are written, and of those that one statement writes.
    package static let flagCountsMax = 100_000
    package static let flagCountsBatch = 500
    /// The number of days without a fetch after which a value counts as unused.
    package static let flagUnusedDays = 30

    // Firebase's own services
    /// The number of our versions with which Google's template is compared.
    package static let googleVersionsMax = 20
}
