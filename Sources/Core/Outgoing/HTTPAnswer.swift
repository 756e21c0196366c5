/// The response of another server.
package struct HTTPAnswer: Sendable, Hashable {
    package let status: Int
    /// By lower-case name; repeated headers are joined with commas (RFC 9110 §5.2).
    package let headers: [String: String]
    package let body: [UInt8]
}

/// The body of a request.
package enum HTTPBody: Sendable {
    case none
    case bytes([UInt8])
    /// The file at this path, streamed while it is sent.
    case file(String)
}

/// Receives a response in pieces; used only on the queue of its client.
final class HTTPReceiver {
    private static let headersSizeMax = 64 << 10

    private let bodySizeMax: Int
    private let pieces: HTTPRequest.Receive?
    private var headersSize = 0
    private var isSuccess = false
    private(set) var headers: [String: String] = [:]
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// The error for which a piece was refused.
    private(set) var failure: (any Error)?

    /// The pieces of a successful response go to `pieces`, if it is given, without a limit on their total size.
    init(bodySizeMax: Int, pieces: HTTPRequest.Receive?) {
        self.bodySizeMax = bodySizeMax
        self.pieces = pieces
    }

    /// False if the body is too large, or the receiver has thrown an error.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        if isSuccess, let pieces {
            do {
                try pieces(Array(bytes))
                return true
            } catch {
                failure = error
                return false
            }
        }
        isTooLarge = isTooLarge || bytes.count > bodySizeMax - body.count
        if !isTooLarge { body += bytes }
        return !isTooLarge
    }

    /// False if the headers are too large.
    func receive(header bytes: UnsafeRawBufferPointer) -> Bool {
        headersSize += bytes.count
        isTooLarge = isTooLarge || headersSize > Self.headersSizeMax
        guard !isTooLarge else { return false }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // Earlier headers belong to an interim response (1xx).
            headers = [:]
            isSuccess = line.split(separator: " ").dropFirst().first?.hasPrefix("2") ?? false
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
            let text = String(value.reversed().drop { $0.isWhitespace }.reversed())
            headers[name] = headers[name].map { "\($0), \(text)" } ?? text
        }
        return true
    }
}
