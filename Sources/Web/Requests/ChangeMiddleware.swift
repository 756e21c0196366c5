import Core
import HTTPTypes
import Hummingbird
import Logging
import Storage

/// Performs a change in the mode of its request: as a dry run, or once under its idempotency key.
struct ChangeMiddleware: RouterMiddleware {
    typealias Context = StaffContext

    let claims: ClaimStore
    let now: @Sendable () -> Timestamp

    func handle(
        _ request: Request,
        context: StaffContext,
        next: (Request, StaffContext) async throws -> Response
    ) async throws -> Response {
        guard ![.get, .head, .options].contains(request.method) else {
            return try await next(request, context)
        }
        let ask = try DryRunAsk(request)
        switch DryRunAsk.Way(request.uri.path) {
        case .none:
            try ask.refuse()
        case .own:
            var response = try await once(ask.inQuery(request), context, next)
            if ask.isDryRun { response.headers[.dryRun] = "true" }
            return response
        case .undone where ask.isDryRun:
            return try await undone(ask.takenOff(request), context, next)
        case .undone: break
        }
        return try await once(ask.takenOff(request), context, next)
    }

    private func undone(
        _ request: Request,
        _ context: StaffContext,
        _ next: (Request, StaffContext) async throws -> Response
    ) async throws -> Response {
        let mode = WriteMode.dryRun(DryRun(uploads: try request.assumedUploads(), at: now()))
        var response = try await mode { try await next(request, context) }
        response.headers[.dryRun] = "true"
        if response.body.contentLength == nil { response.body = response.body.written(in: mode) }
        return response
    }

    private func once(
        _ request: Request,
        _ context: StaffContext,
        _ next: (Request, StaffContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post, let key = try request.idempotencyKey(), !request.isReveal else {
            return try await next(request, context)
        }
        let repeats = Repeats(
            claims: claims,
            key: key,
            author: context.author,
            // An import is committed in parts, and its rows can be identified again.
            isContinuable: DryRunAsk.Way(request.uri.path) == .own,
            logger: context.logger
        )
        return try await repeats.answer(to: request) { try await next($0, context) }
    }
}

extension ResponseBody {
    /// The same body; what it writes to the database while it is sent is written in this mode.
    func written(in mode: WriteMode) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            let target = writer
            try await mode { try await write(target) }
        }
    }
}

extension Request {
    private static let dryRunUploadsMax = 200

    /// True for a request that reveals masked data: its response is not stored, so that each view is audited.
    fileprivate var isReveal: Bool { uri.path.split(separator: "/").last == "reveal" }

    /// The idempotency key of the request; visible ASCII.
    package func idempotencyKey() throws(Problem) -> String? {
        guard let key = headers[.idempotencyKey] else { return nil }
        guard 1...Limits.idempotencyKeyLengthMax ~= key.utf8.count, key.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            let length = Limits.idempotencyKeyLengthMax
            throw Problem(
                .malformed,
                Localized(
                    "Idempotency-Key — от 1 до \(length) видимых знаков ASCII.",
                    "Idempotency-Key must be 1 to \(length) visible ASCII characters."
                )
            )
        }
        return key
    }

    /// The uploads of `X-Dry-Run-Uploads`, which a dry run assumes to exist.
    fileprivate func assumedUploads() throws(Problem) -> [String] {
        guard let header = headers[.dryRunUploads] else { return [] }
        let ids = header.split { $0 == "," || $0 == " " }.map(String.init)
        guard ids.count <= Self.dryRunUploadsMax, ids.allSatisfy({ Media.type(ofID: $0) != nil }) else {
            throw Problem(
                .malformed,
                Localized(
                    "X-Dry-Run-Uploads — до \(Self.dryRunUploadsMax) идентификаторов файлов через запятую.",
                    "X-Dry-Run-Uploads must be at most \(Self.dryRunUploadsMax) ids of uploads, comma between."
                )
            )
        }
        return ids
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .via
    static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed") ?? .via
    static let dryRun = HTTPField.Name("X-Dry-Run") ?? .via
    static let dryRunUploads = HTTPField.Name("X-Dry-Run-Uploads") ?? .via
}
