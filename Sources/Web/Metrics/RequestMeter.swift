import Core
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Storage

/// Counts and logs the requests that a handler answers, after errors have become answers.
struct RequestMeter: Sendable {
    let requests: RequestMetrics
    let log: RequestLogger?

    func handle(
        _ request: Request,
        _ context: WebContext,
        _ next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let began = ContinuousClock.now
        requests.inFlight.increment()
        defer { requests.inFlight.decrement() }
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            // The connection ends without an answer, or with one that has no body.
            note(request, context, 500, since: began)
            throw error
        }
        let route = note(request, context, response.status.code, since: began)
        guard let log else { return response }
        let (head, status) = (request.head, response.status.code)
        response.body = response.body.counted { bytes in
            log.add(head, context, route: route, status: status, bytes: bytes, since: began)
        }
        return response
    }

    /// Counts the request, and returns the label of its route.
    @discardableResult
    private func note(
        _ request: Request,
        _ context: WebContext,
        _ status: Int,
        since began: ContinuousClock.Instant
    ) -> String {
        let route = RequestMetrics.label(ofRoute: context.endpointPath)
        requests.count(route, request.method, status, took: ContinuousClock.now - began)
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
