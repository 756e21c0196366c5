import Core
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Storage

extension Response {
    /// A stream of events (HTML Living Standard §9.2) that lasts until the reader, the client or the server ends it.
    ///
    /// `retry` is in how many milliseconds a client that lost the stream asks anew.
    static func stream<Source: Feed>(
        _ feed: Source,
        to request: Request,
        retry: Int,
        headers: HTTPFields = [:],
        join: () async throws -> Source.Reader,
        text: @escaping @Sendable (Source.Reader) -> String
    ) async throws -> Response {
        try await stream(
            feed,
            to: request,
            contentType: "text/event-stream; charset=utf-8",
            opening: "retry: \(retry)\n\n",
            headers: headers,
            join: join,
            text: text
        )
    }

    /// A stream of any kind, which begins with `opening` and ends with `ending` unless the client has gone away.
    ///
    /// A slow client makes the writing wait; what waits for it meanwhile is bounded by its reader. `text` takes what
    /// waits.
    static func stream<Source: Feed>(
        _ feed: Source,
        to request: Request,
        contentType: String,
        opening: String,
        headers: HTTPFields = [:],
        join: () async throws -> Source.Reader,
        text: @escaping @Sendable (Source.Reader) -> String,
        ending: @escaping @Sendable () -> String = { "" }
    ) async throws -> Response {
        var headers = headers
        headers[.contentType] = contentType
        headers[.cacheControl] = "no-store"
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let seat = Seat(feed, try await join())
        let hasLeft = Shared(false)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                let reader = seat.reader
                defer { feed.leave(reader) }
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await writer.write(ByteBuffer(string: opening))
                        for await _ in reader.wakes {
                            let text = text(reader)
                            if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                        }
                        let ending = hasLeft.value ? "" : ending()
                        if !ending.isEmpty { try await writer.write(ByteBuffer(string: ending)) }
                    } onInboundClosed: {
                        hasLeft.update { $0 = true }
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

/// Leaves when nobody holds it any more: a client may go before anything is written to it.
private final class Seat<Source: Feed>: Sendable {
    let reader: Source.Reader
    private let feed: Source

    init(_ feed: Source, _ reader: Source.Reader) {
        (self.feed, self.reader) = (feed, reader)
    }

    deinit { feed.leave(reader) }
}
