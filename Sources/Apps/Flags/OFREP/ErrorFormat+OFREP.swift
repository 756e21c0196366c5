import Core
import Flags
import HTTPTypes
import Hummingbird
import NIOCore
import Web

extension ErrorFormat {
    /// The error format of OFREP, with the key of the requested flag.
    static let ofrep = ErrorFormat(prefix: OFREPRoutes.prefix) { error, problem, request in
        let path = request.uri.path
        let (status, code, details) = answer(error, problem)
        var members: [String: JSON] = ["errorDetails": .string(details)]
        if let code {
            members["errorCode"] = .string(code.rawValue)
            if path.hasPrefix(OFREPRoutes.flags + "/") {
                let key = path.dropFirst(OFREPRoutes.flags.count + 1).prefix(Limits.flagKeyLengthMax * 3)
                members["key"] = .string(key.percentDecoded ?? String(key))
            }
        }
        var headers = CORS.headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSON.object(members).bytes))
        )
    }

    private static func answer(
        _ error: any Error,
        _ problem: Problem
    ) -> (status: HTTPResponse.Status, code: OFREPFault.Code?, details: String) {
        if let fault = error as? OFREPFault {
            return (fault.code == .notFound ? .notFound : .badRequest, fault.code, fault.details)
        }
        let details =
            ([problem.detail.en] + problem.faults.map { "\($0.pointer.dropFirst(2)) \($0.detail.en)." })
            .joined(separator: " ")
        return switch problem.kind {
        case .malformed: (.badRequest, .parse, details)
        case .invalid: (.badRequest, .context, details)
        case .tooLarge: (.contentTooLarge, .general, details)
        case .unauthenticated, .forbidden, .notFound, .methodNotAllowed, .stale, .unconditional, .conflict,
            .limited, .unavailable, .unexpected:
            (problem.kind.status, nil, details)
        }
    }
}
