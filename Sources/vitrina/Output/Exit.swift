import ArgumentParser
import Core

/// How a command ended, as sysexits has it; scripts branch on these, so they never change.
enum Exit: Int32, CaseIterable, Sendable {
    case done = 0
    /// The command line was wrong.
    case usage = 64
    /// What was given to keep is wrong, or in conflict with what is there.
    case data = 65
    case notFound = 66
    /// The server or the database was not reached.
    case unreachable = 69
    /// A fault of ours.
    case unexpected = 70
    /// It cannot be done now, and trying again can help: changed meanwhile, limited, busy.
    case tryAgain = 75
    case notAllowed = 77
    /// A setting is wrong, or the database does not fit the program.
    case configuration = 78
    /// Somebody stopped it.
    case interrupted = 130

    var code: ExitCode { ExitCode(rawValue) }

    init(_ kind: Problem.Kind) {
        self =
            switch kind {
            case .malformed, .invalid, .tooLarge, .conflict, .unconditional: .data
            case .unauthenticated, .forbidden: .notAllowed
            case .notFound: .notFound
            case .stale, .limited, .unavailable: .tryAgain
            case .methodNotAllowed, .unexpected: .unexpected
            }
    }

    /// For an answer that says no more than its status, as a proxy's.
    init(status: Int) {
        self =
            switch status {
            case 200..<400: .done
            case 401, 403, 407: .notAllowed
            case 404, 410: .notFound
            case 412, 423, 425, 429, 503: .tryAgain
            case 405: .unexpected
            case 400..<500: .data
            case 502, 504: .unreachable
            case _: .unexpected
            }
    }
}
