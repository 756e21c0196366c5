import Core
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Storage

extension Response {
    /// A stream of server-sent events (HTML Living Standard §9.2), until the reader, the client or the server ends it.
    ///
    /// `retry` is the time in milliseconds after which a client that lost the stream reconnects.
    package static func stream<Source: Feed>(
        _ feed: Source,
        to request: Request,
        retry: Int,
        headers: HTTPFields = [:],
        gate: StreamGate = .open,
        join: () async throws -> Source.Reader,
        text: @escaping @Sendable (Source.Reader) -> String
    ) async throws -> Response {
        try await stream(
            feed,
            to: request,
            contentType: "text/event-stream; charset=utf-8",
            opening: "retry: \(retry)\n\n",
            headers: headers,
            gate: gate,
            join: join,
            text: text
        )
    }

    /// A stream in any format, which begins with `opening` and ends with `ending` unless the client has gone away.
    ///
    /// A slow client applies back pressure; what queues up meanwhile is bounded by its reader. `text` encodes the
    /// queued items. Nothing is written once `gate` is closed.
    package static func stream<Source: Feed>(
        _ feed: Source,
        to request: Request,
        contentType: String,
        opening: String,
        headers: HTTPFields = [:],
        gate: StreamGate = .open,
        join: () async throws -> Source.Reader,
        text: @escaping @Sendable (Source.Reader) -> String,
        ending: @escaping @Sendable () -> String = { "" }
    ) async throws -> Response {
        var headers = headers
        headers[.contentType] = contentType
        headers[.cacheControl] = "no-store"
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let seat = Seat(feed, try await join(), gate)
        let hasLeft = Locked(false)
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
                            guard !text.isEmpty else { continue }
                            guard try await seat.isOpen else { break }
                            try await writer.write(ByteBuffer(string: text))
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

/// Checks that a subscriber may still receive a stream.
package struct StreamGate: Sendable {
    /// For subscribers whose time the feed itself limits, and for streams that are open to anybody.
    package static let open = StreamGate(watch: nil)

    fileprivate let watch: (rights: RightsWatch, author: Author, mayGoOn: @Sendable (Author) -> Bool)?

    private init(watch: (rights: RightsWatch, author: Author, mayGoOn: @Sendable (Author) -> Bool)?) {
        self.watch = watch
    }

    /// Closes as soon as the author is signed out, or no longer has the required permission.
    package init(
        _ rights: RightsWatch,
        _ author: Author,
        _ require: @escaping @Sendable (Author) throws -> Void
    ) {
        watch = (rights, author, { author in (try? require(author)) != nil })
    }
}

/// Leaves the feed when it is deinitialized: a client may disconnect before anything is written to it.
private final class Seat<Source: Feed>: Sendable {
    let reader: Source.Reader
    private let feed: Source
    private let rights: RightsWatch?
    private let number: Int?

    init(_ feed: Source, _ reader: Source.Reader, _ gate: StreamGate) {
        (self.feed, self.reader) = (feed, reader)
        rights = gate.watch?.rights
        number = gate.watch.flatMap { watch in
            watch.rights.watch(watch.author, mayGoOn: watch.mayGoOn) { reader.end() }
        }
    }

    var isOpen: Bool {
        get async throws { try await rights?.holds(number) ?? true }
    }

    deinit {
        rights?.forget(number)
        feed.leave(reader)
    }
}
