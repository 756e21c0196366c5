import Core
import Web

/// A refusal as the app reads it: `{"code": …, "message": …}`, in English (cruise.md section 2).
struct CruiseError: ProblemConvertible, Hashable {
    let status: Int
    let code: Int
    let message: String
    /// Seconds after which the request may succeed.
    var retryAfter: Int?

    /// One of the codes that the app knows; all of them have status 400, except 1006.
    static func special(_ code: Int, _ message: String) -> CruiseError {
        CruiseError(status: code == noExcursionsCode ? 404 : 400, code: code, message: message)
    }

    /// The refusal of a blocked user, with the support phone and hours of the settings (C169).
    static func blocked(_ settings: AppSettings) -> CruiseError {
        let contact = ["support_phone", "support_hours"].compactMap { settings.text($0) }
        let message = contact.isEmpty ? "User blocked" : "User blocked: \(contact.joined(separator: ", "))"
        return special(5002, message)
    }

    static let unauthorized = CruiseError(status: 401, code: 401, message: "Unauthorized.")
    static let notFound = CruiseError(status: 404, code: 404, message: "Not found.")

    static func bad(_ message: String) -> CruiseError {
        CruiseError(status: 400, code: 400, message: message)
    }

    static func conflict(_ message: String) -> CruiseError {
        CruiseError(status: 409, code: 409, message: message)
    }

    var answer: PublicAnswer {
        PublicAnswer(status: status) { json in
            json.object { json in
                json.member("code", Int64(code))
                json.member("message", message)
            }
        }
    }

    /// The problem that the server counts and logs.
    var problem: Problem {
        let kind: Problem.Kind =
            switch status {
            case 401: .unauthenticated
            case 404: .notFound
            case 405: .methodNotAllowed
            case 409: .conflict
            case 500...: .unexpected
            case _: .malformed
            }
        return Problem(kind, Localized(message, message), retryAfter: retryAfter)
    }

    private static let noExcursionsCode = 1006
}

extension CruiseError {
    /// Codes outside the table equal the status, and the app knows few statuses (decision 5).
    init(_ problem: Problem) {
        status = problem.kind.cruiseStatus
        code = status
        let fault = problem.faults.first.map { "\($0.pointer.dropFirst(2)) \($0.detail.en)." }
        message = fault ?? problem.detail.en
        retryAfter = problem.retryAfter
    }
}

extension Problem.Kind {
    fileprivate var cruiseStatus: Int {
        switch self {
        case .malformed, .invalid, .unconditional, .tooLarge, .limited, .forbidden: 400
        case .unauthenticated: 401
        case .notFound: 404
        case .methodNotAllowed: 405
        case .conflict, .stale: 409
        case .unavailable, .unexpected: 500
        }
    }
}
