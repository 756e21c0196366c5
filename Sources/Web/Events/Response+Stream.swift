import Core
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

extension Response {
    /// A stream of events (HTML Living Standard §9.2) that lasts until the reader, the client or the server ends it.
    ///
    /// A slow client makes the writing wait; what waits for it meanwhile is bounded by its reader. `text` takes what
    /// waits; `retry` is in how many milliseconds a client that lost the stream asks anew.
    static func stream<Source: Feed>(
        _ feed: Source,
        to request: Request,
        retry: Int,
        join: () async throws -> Source.Reader,
        text: @escaping @Sendable (Source.Reader) -> String
    ) async throws -> Response {
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
        ]
        guard request.method == .get else { return Response(status: .ok, headers: headers) }
        let reader = try await join()
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                defer { feed.leave(reader) }
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await writer.write(ByteBuffer(string: "retry: \(retry)\n\n"))
                        for await _ in reader.wakes {
                            let text = text(reader)
                            if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                        }
                    } onInboundClosed: {
                        reader.end()
                    }
                } onGracefulShutdown: {
                    reader.end()
                }
                try await writer.finish(nil)
            }
        )
    }
}
