import Core
import Web

/// A fault of an OFREP request, with a code of the protocol (remote-config.md 4.5).
struct OFREPFault: ProblemConvertible, Hashable {
    enum Code: String, Sendable {
        case parse = "PARSE_ERROR"
        case targetingKey = "TARGETING_KEY_MISSING"
        case context = "INVALID_CONTEXT"
        case general = "GENERAL"
        case notFound = "FLAG_NOT_FOUND"
    }

    let code: Code
    let details: String

    init(_ code: Code, _ details: String) {
        (self.code, self.details) = (code, details)
    }

    /// The same fault in the common error format.
    var problem: Problem {
        Problem(code == .notFound ? .notFound : .malformed, Localized(details, details))
    }

    static let notFound = OFREPFault(.notFound, "There is no flag of that key.")
}
