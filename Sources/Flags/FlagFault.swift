import Core

/// A fault of a template, in the words of its editor and in those of Firebase's API.
package struct FlagFault: Error, Sendable, Hashable {
    /// The reason by Firebase's name (remote-config.md section 5, "Errors").
    package enum Reason: String, Sendable, CaseIterable {
        case duplicateKey = "DUPLICATE_KEY"
        case unknownCondition = "UNKNOWN_CONDITION_REFERENCE"
        case typeMismatch = "PARAM_VALUE_TYPE_MISMATCH"
        case inAppDefault = "INVALID_IN_APP_DEFAULT_VALUE"
        case defaultValue = "INVALID_DEFAULT_PARAM_VALUE"
        case unsupportedValue = "UNSUPPORTED_PARAM_VALUE"
        case rolloutPercentage = "INVALID_ROLLOUT_PERCENTAGE"
        // Firebase has no published names for these.
        case key = "INVALID_PARAMETER_KEY"
        case condition = "INVALID_CONDITION"
        case expression = "INVALID_CONDITION_EXPRESSION"
        case group = "INVALID_PARAMETER_GROUP"
        case description = "INVALID_DESCRIPTION"
        case template = "INVALID_TEMPLATE"
        case tooMany = "LIMIT_EXCEEDED"
        case prerequisite = "INVALID_PREREQUISITE"
        case empty = "EMPTY_TEMPLATE"
    }

    package let reason: Reason
    /// A JSON pointer into the template as a fragment (RFC 6901 §6): `#/conditions/0/expression`.
    package let pointer: String
    /// Completes the sentence "*name* …".
    package let detail: Localized
    /// The range in an expression, in characters from 0.
    package private(set) var range: Range<Int>?
    /// Firebase's own message, if the contract has one.
    private var message: String?
    private var isPrecondition = false

    package init(_ reason: Reason, _ pointer: String, _ detail: Localized, range: Range<Int>? = nil) {
        self.reason = reason
        self.pointer = pointer
        self.detail = detail
        self.range = range
    }

    static func unsupported(_ pointer: String, _ ru: String, _ en: String) -> FlagFault {
        FlagFault(.unsupportedValue, pointer, Localized(ru, en))
    }

    /// Values for conditions that the template does not have (R34).
    static func unknownConditions(_ names: [String], at pointer: String) -> FlagFault {
        let list = names.joined(separator: ", ")
        var fault = FlagFault(
            .unknownCondition,
            pointer,
            Localized("нет таких условий: \(list)", "names conditions that do not exist: \(list)")
        )
        fault.message =
            "[VALIDATION_ERROR]: [\(list)] are not valid condition names. "
            + "All keys in all conditional value maps must be valid condition names."
        fault.isPrecondition = true
        return fault
    }

    static let tooManyParameters: FlagFault = {
        let max = Limits.flagParametersMax
        var fault = FlagFault(
            .tooMany,
            "#/parameters",
            Localized("не больше \(max)", "must not have over \(max) members")
        )
        fault.message = "Param count too large"
        return fault
    }()

    /// The error in Firebase's API: status and message, with HTTP status 400.
    package var wire: (status: String, message: String) {
        (
            isPrecondition ? "FAILED_PRECONDITION" : "INVALID_ARGUMENT",
            message ?? "[VALIDATION_ERROR]: \(reason.rawValue) \(pointer.dropFirst(2)) \(detail.en)"
        )
    }

    /// The fault for every other channel.
    package var fault: Fault { Fault(pointer, detail) }
}
