import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

extension Problem.Kind {
    package var status: HTTPResponse.Status {
        switch self {
        case .malformed: .badRequest
        case .invalid: .unprocessableContent
        case .unauthenticated: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .stale: .preconditionFailed
        case .unconditional: .preconditionRequired
        case .conflict: .conflict
        case .tooLarge: .contentTooLarge
        case .limited: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .unexpected: .internalServerError
        }
    }

    /// The title of every problem of the kind.
    package var title: Localized {
        switch self {
        case .malformed: Localized("Запрос не разобрать", "Malformed request")
        case .invalid: Localized("Есть ошибки", "Not valid")
        case .unauthenticated: Localized("Нужен вход", "Not signed in")
        case .forbidden: Localized("Нет права", "Not allowed")
        case .notFound: Localized("Не найдено", "Not found")
        case .methodNotAllowed: Localized("Так нельзя", "Method not allowed")
        case .stale: Localized("Уже изменено", "Changed meanwhile")
        case .unconditional: Localized("Нужна версия", "Version required")
        case .conflict: Localized("Так не получится", "Conflict")
        case .tooLarge: Localized("Слишком большое", "Too large")
        case .limited: Localized("Слишком часто", "Too many requests")
        case .unavailable: Localized("Временно недоступно", "Not available now")
        case .unexpected: Localized("Внутренняя ошибка", "Internal error")
        }
    }
}

extension Problem {
    /// Logs the cause of a server error; the response has the same request id.
    func log(_ error: any Error, at path: String, requestID: String, to logger: Logger) {
        guard kind.status.kind == .serverError else { return }
        let cause = (error as? Problem)?.detail.en ?? "\(error)"
        logger.log(
            level: kind == .unexpected ? .error : .warning,
            "request failed",
            metadata: [
                "error": "\(cause)", "path": "\(path)", "status": "\(kind.status.code)",
                "hb.request.id": "\(requestID)",
            ]
        )
    }

    /// The format of the admin API: problem+json (RFC 9457) with every fault.
    func json(in language: Language, at path: String, requestID: String) -> JSON {
        var members: [String: JSON] = [
            "type": .string("/problems/\(kind.rawValue)"),
            "title": .string(kind.title[language]),
            "status": .integer(Int64(kind.status.code)),
            "detail": .string(detail[language]),
            "instance": .string(path),
        ]
        if !requestID.isEmpty { members["request_id"] = .string(requestID) }
        if !faults.isEmpty {
            members["errors"] = .array(faults.map { $0.json(in: language) })
        }
        if let current { members["current"] = current }
        return .object(members)
    }
}

extension Response {
    /// A response for an app that is for one person, or for one moment.
    package static func personal(_ answer: PublicAnswer) -> Response {
        .personal(
            ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)),
            status: HTTPResponse.Status(code: answer.status),
            form: answer.form
        )
    }

    /// A personal response whose body is written while it is sent.
    package static func personal(
        _ body: ResponseBody,
        status: HTTPResponse.Status = .ok,
        form: PublicAnswer.Form = .json
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: form.rawValue, .cacheControl: "no-store", .accessControlAllowOrigin: "*",
        ]
        if form == .page { headers[.contentSecurityPolicy] = PublicPage.policy }
        return Response(status: status, headers: headers, body: body)
    }

    /// JSON with a secret that is shown only this once: it is not stored for a repeated request.
    package static func secret(
        _ json: JSON,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        WriteMode.holdSecret()
        return .json(json, status: status, headers: headers)
    }

    package static func json(
        _ json: JSON,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:],
        contentType: String = "application/json; charset=utf-8"
    ) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        headers[.cacheControl] = "no-store"
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes))
        )
    }
}
