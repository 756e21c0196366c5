import Core
import Flags
import HTTPTypes
import Hummingbird
import NIOCore
import Web

extension ErrorFormat {
    /// As every API of Google's tells of an error (remote-config.md section 2).
    static func google(_ prefix: String) -> ErrorFormat {
        ErrorFormat(prefix: prefix) { error, problem, _ in
            let fault = GoogleError(error, problem)
            var headers = CORS.headers
            headers[.contentType] = "application/json; charset=utf-8"
            headers[.cacheControl] = "no-store"
            return Response(
                status: HTTPResponse.Status(code: fault.code),
                headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: fault.text))
            )
        }
    }
}

/// `{"error":{"code":…,"message":…,"status":…}}`.
struct GoogleError: Sendable, Hashable {
    let code: Int
    let message: String
    let status: String

    init(_ error: any Error, _ problem: Problem) {
        switch error {
        case let faults as FlagFaults:
            let wire = faults.all.first?.wire ?? (status: "INVALID_ARGUMENT", message: problem.detail.en)
            (code, status, message) = (400, wire.status, wire.message)
        case let mismatch as FlagMismatch:
            (code, status, message) = (400, "FAILED_PRECONDITION", mismatch.wire)
        case _:
            (code, status) = Self.code(of: problem.kind)
            message = Self.message(of: problem)
        }
    }

    /// Firebase's SDK for iOS looks for `"code": 403` with a space (remote-config.md section 5, "Realtime").
    var text: String {
        let space = code == 403 ? " " : ""
        return "{\"error\":{\"code\":\(space)\(code),\"message\":\(JSON.string(message).text),"
            + "\"status\":\"\(status)\"}}"
    }

    private static func code(of kind: Problem.Kind) -> (Int, String) {
        switch kind {
        case .malformed, .invalid, .tooLarge: (400, "INVALID_ARGUMENT")
        case .unauthenticated: (401, "UNAUTHENTICATED")
        case .forbidden: (403, "PERMISSION_DENIED")
        case .notFound, .methodNotAllowed: (404, "NOT_FOUND")
        case .stale, .unconditional: (400, "FAILED_PRECONDITION")
        case .conflict: (409, "ABORTED")
        case .limited: (429, "RESOURCE_EXHAUSTED")
        case .unavailable: (503, "UNAVAILABLE")
        case .unexpected: (500, "INTERNAL")
        }
    }

    private static func message(of problem: Problem) -> String {
        switch problem.kind {
        case .notFound: "Requested entity was not found."
        case .unauthenticated:
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other "
                + "valid authentication credential."
        case .forbidden: "The caller does not have permission. \(problem.detail.en)"
        case _:
            ([problem.detail.en] + problem.faults.map { "\($0.pointer.dropFirst(2)) \($0.detail.en)." })
                .joined(separator: " ")
        }
    }
}
