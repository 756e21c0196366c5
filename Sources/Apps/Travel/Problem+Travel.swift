import Core
import Web

/// The errors of the travel app's API, which its stories and its timetable share (T14, T15, T79).
extension Problem.Kind {
    var travelStatus: Int {
        switch self {
        case .malformed, .invalid, .unconditional: 400
        case .unauthenticated: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .conflict, .stale: 409
        case .tooLarge: 413
        case .limited: 429
        case .unavailable: 503
        case .unexpected: 500
        }
    }

    var travelCode: String {
        switch self {
        case .malformed, .invalid, .unconditional, .conflict, .stale, .methodNotAllowed, .tooLarge, .limited:
            "bad_request"
        case .unauthenticated, .forbidden: "unauthorized"
        case .notFound: "not_found"
        case .unavailable, .unexpected: "server_error"
        }
    }
}
