import Core
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Storage

/// Counts, traces and logs the requests that a handler answers, after errors have become answers.
struct RequestMeter: Sendable {
    let requests: RequestMetrics
    let log: RequestLogger?
    let tracer: RequestTracer?

    func handle(
        _ request: Request,
        _ context: WebContext,
        _ next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let began = ContinuousClock.now
        requests.inFlight.increment()
        defer { requests.inFlight.decrement() }
        let span = tracer?.begin(request.headers, since: began)
        var response: Response
        do {
            response = try await Self.run(in: span) { try await next(request, context) }
        } catch {
            // The connection ends without an answer, or with one that has no body.
            let route = note(request, context, 500, in: span, since: began)
            Self.failed.log(error, at: route, requestID: context.requestID, to: context.logger)
            throw error
        }
        let route = note(request, context, response.status.code, in: span, since: began)
        guard let log else { return response }
        let (head, status, place) = (request.head, response.status.code, span?.place)
        response.body = response.body.counted { bytes in
            log.add(head, context, route: route, status: status, bytes: bytes, since: began, in: place)
        }
        return response
    }

    private static let failed = Problem(
        .unexpected,
        Localized("Внутренняя ошибка.", "Something went wrong on our side.")
    )

    private static func run(
        in span: TraceSpan?,
        _ next: () async throws -> Response
    ) async throws -> Response {
        guard let span else { return try await next() }
        return try await span.run { try await next() }
    }

    /// Counts the request, finishes its span, and returns the label of its route.
    private func note(
        _ request: Request,
        _ context: WebContext,
        _ status: Int,
        in span: TraceSpan?,
        since began: ContinuousClock.Instant
    ) -> String {
        let route = RequestMetrics.label(ofRoute: context.endpointPath)
        requests.count(route, request.method, status, took: ContinuousClock.now - began)
        guard let span else { return route }
        tracer?.end(
            span,
            method: request.method.rawValue,
            target: request.head.path ?? "",
            route: route,
            status: status,
            requestID: context.requestID
        )
        return route
    }
}

extension ResponseBody {
    /// The same body, of which `ended` gets the number of written bytes, also if the client has gone away.
    fileprivate func counted(_ ended: @escaping @Sendable (Int) -> Void) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            let count = AtomicCounter()
            defer { ended(count.value) }
            try await self.write(CountingWriter(parent: writer, count: count))
        }
    }
}

/// Counts the bytes of a body as they are written.
private struct CountingWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    let count: AtomicCounter

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await parent.write(buffer)
        count.increment(by: buffer.readableBytes)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.finish(trailingHeaders)
    }
}
