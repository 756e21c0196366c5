/// What another server answered.
package struct HTTPAnswer: Sendable, Hashable {
    package let status: Int
    /// By lower-case name; one that came several times is joined with commas (RFC 9110 §5.2).
    package let headers: [String: String]
    package let body: [UInt8]
}

/// What is sent with a request.
package enum HTTPBody: Sendable {
    case none
    case bytes([UInt8])
    /// The file at this path, read while it is sent.
    case file(String)
}

/// Takes an answer in as it arrives; it lives on the queue of its client alone.
final class HTTPReceiver {
    private static let headersSizeMax = 64 << 10

    private let bodySizeMax: Int
    private let pieces: HTTPRequest.Receive?
    private var headersSize = 0
    private var isSuccess = false
    private(set) var headers: [String: String] = [:]
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// Why a piece was not taken.
    private(set) var failure: (any Error)?

    /// The pieces of a success go to `pieces`, where there is one, and are of any size together.
    init(bodySizeMax: Int, pieces: HTTPRequest.Receive?) {
        self.bodySizeMax = bodySizeMax
        self.pieces = pieces
    }

    /// False where the body is more than it may be, or nobody wants it any more.
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

    /// False where the headers are more than they may be.
    func receive(header bytes: UnsafeRawBufferPointer) -> Bool {
        headersSize += bytes.count
        isTooLarge = isTooLarge || headersSize > Self.headersSizeMax
        guard !isTooLarge else { return false }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // What came before was of an interim answer (1xx).
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
