import Core
import Foundation
import Glibc
import Storage

/// A client of an event stream, such as a browser; it reads on a separate thread.
package final class EventStream: Sendable {
    package struct Event: Sendable, Hashable {
        package var id: String?
        package var name: String?
        package var data: String?
        /// The text after a colon, which is a heartbeat and not an event.
        package var comment: String?

        package var json: JSON { data.flatMap { try? JSON(parsing: $0) } ?? .null }
    }

    private struct State {
        var bytes: [UInt8] = []
        var isClosed = false
        private var events: [Event] = []
        /// The event whose lines are being read.
        private var event = Event()
        /// Where the first unread line begins; nil until the head of the response is complete.
        private var unread: Int?

        /// The complete events so far; reads only what has come since the last call.
        mutating func readEvents() -> [Event] {
            if unread == nil { unread = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound }
            while let start = unread, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                read(bytes[start..<end])
                unread = end + 1
            }
            return events
        }

        /// Lines of no field, such as the sizes of chunks, are skipped.
        private mutating func read(_ line: ArraySlice<UInt8>) {
            let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
            switch parts.first {
            case "id": event.id = value
            case "event": event.name = value
            case "data": event.data = value
            case "" where parts.count == 2: event.comment = value
            case "":
                if event != Event() { events.append(event) }
                event = Event()
            case _: return
            }
        }
    }

    /// A connected socket; it is closed when no one holds it.
    ///
    /// The reading thread holds it, too: if the number were reused while that thread still reads, it would take the
    /// bytes of another connection of this process.
    private final class Connection: Sendable {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

        deinit {
            Glibc.close(socket)
        }
    }

    private let connection = Connection()
    private let state = Locked(State())

    private var socket: Int32 { connection.socket }

    /// Connects and sends the request, a POST if there is a body; `reads` false does not start reading yet.
    package init(
        _ url: String,
        _ path: String,
        headers: [String],
        body: String? = nil,
        method: String? = nil,
        reads: Bool = true
    ) throws {
        let port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let socket = connection.socket
        if !reads {
            var size: Int32 = 4_096
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        let lines = headers + (body.map { ["Content-Length: \($0.utf8.count)"] } ?? [])
        let request =
            "\(method ?? (body == nil ? "GET" : "POST")) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + lines.map { "\($0)\r\n" }.joined() + "\r\n" + (body ?? "")
        let bytes = Array(request.utf8)
        guard result == 0, Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Problem(.unavailable, Localized("", "The server does not listen."))
        }
        if reads { read() }
    }

    /// Starts reading.
    package func read() {
        Thread.detachNewThread { [connection, state] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(connection.socket, &buffer, buffer.count, 0), count > 0 {
                let bytes = buffer.prefix(count)
                state.update { $0.bytes += bytes }
            }
            state.update { $0.isClosed = true }
        }
    }

    /// Reads the bytes received so far, if nothing else reads them.
    package func take() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
            let bytes = buffer.prefix(count)
            state.update { $0.bytes += bytes }
        }
    }

    package func close() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    deinit {
        close()
    }

    /// True if the server has ended the stream.
    package var isClosed: Bool { state.value.isClosed }

    package var status: Int {
        Int(text.split(separator: " ", maxSplits: 2).dropFirst().first ?? "") ?? 0
    }

    package var text: String { String(decoding: state.value.bytes, as: UTF8.self) }

    /// The body received so far, without the framing of its chunks.
    package var body: String {
        let bytes = state.value.bytes
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.firstRange(of: end) else { return "" }
        let rest = bytes[head.upperBound...]
        let isChunked = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased().contains(
            "chunked"
        )
        guard isChunked else { return String(decoding: rest, as: UTF8.self) }
        var (result, left) = ([UInt8](), rest)
        while let line = left.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: left[..<line.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            result += left[line.upperBound...].prefix(size)
            left = left[line.upperBound...].dropFirst(size + 2)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The end of the body, for streams that are too long to be parsed repeatedly.
    package var end: String { String(decoding: state.value.bytes.suffix(65_536), as: UTF8.self) }

    /// The complete events so far, without the size lines of the chunks.
    package var events: [Event] { state.update { $0.readEvents() } }

    /// The titles of the received changes.
    package var titles: [String] {
        events.filter { $0.name == "content.changed" }.compactMap { $0.json["title"]?.string }
    }
}
