import Core
import Glibc

/// A persistent connection, such as a client of the real server has.
///
/// It blocks, so it needs a separate thread (`onThread`), never one that tasks share.
final class HTTPConnection {
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        var json: JSON { (try? JSON(parsing: body)) ?? .null }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The server closed the connection, or sent something that this client does not support.
    struct Lost: Error {}

    private static let timeoutSeconds = 120

    private let socket: Int32
    private let head: String
    private var unread: [UInt8] = []

    init(to server: RunningProgram) throws {
        head = "Host: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.token)\r\n"
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var timeout = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(server.port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard result == 0 else { throw Lost() }
    }

    deinit {
        close(socket)
    }

    func send(_ method: String, _ path: String, headers: [String] = [], _ body: JSON? = nil) throws -> Answer
    {
        let bytes = body?.bytes ?? []
        var request = "\(method) \(path) HTTP/1.1\r\n\(head)Content-Length: \(bytes.count)\r\n"
        for header in headers + (body == nil ? [] : ["Content-Type: application/json"]) {
            request += "\(header)\r\n"
        }
        try write(Array("\(request)\r\n".utf8) + bytes)
        return try read()
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A killed server must end this connection, not the tests.
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            rest = rest.dropFirst(count)
        }
    }

    private func read() throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        var place = unread.firstRange(of: end)
        while place == nil {
            try receive()
            place = unread.firstRange(of: end)
        }
        guard let place else { throw Lost() }
        let lines = String(decoding: unread[..<place.lowerBound], as: UTF8.self).split(separator: "\r\n")
        unread.removeSubrange(..<place.upperBound)
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let count = length.flatMap({ Int($0) })
        else { throw Lost() }
        while unread.count < count { try receive() }
        defer { unread.removeFirst(count) }
        return Answer(status: status, body: Array(unread.prefix(count)))
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Lost() }
        unread += buffer.prefix(count)
    }
}
