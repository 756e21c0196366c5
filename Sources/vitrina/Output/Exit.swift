import ArgumentParser
import Core

/// The exit status of a command, as in sysexits; it never changes, because scripts depend on it.
enum Exit: Int32, CaseIterable, Sendable {
    case done = 0
    /// The command line was wrong.
    case usage = 64
    /// The input is wrong, or it conflicts with existing data.
    case data = 65
    case notFound = 66
    /// The server or the database is unreachable.
    case unreachable = 69
    /// An internal error.
    case unexpected = 70
    /// The command failed now, and a retry can succeed: a changed version, a rate limit, a lock.
    case tryAgain = 75
    case notAllowed = 77
    /// A setting is wrong, or the database does not fit this program.
    case configuration = 78
    /// The command was interrupted by the user.
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

    /// The exit status for an HTTP status alone, for an answer such as a proxy's.
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
