import HTTPTypes
import NIOCore

/// POSTs with a short body that are handled in the channel, before they become tasks.
package struct FastRoute: Sendable {
    /// The prefix and the suffix of their paths; if both are the same, it is the only path.
    package let prefix: String
    package let suffix: String
    package let bodySizeMax: Int
    /// Takes a request, without suspending; nil to use the regular path.
    package let answer: @Sendable (FastRequest) -> FastAnswer?
    /// The fields of each answer that are before those of its own, and the ones after them.
    private let first: HTTPFields
    private let last: HTTPFields
    /// The same as bytes, the first ones with the status line.
    private let opening: ByteBuffer
    private let ending: ByteBuffer

    /// Makes a route whose answers have the status 200.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of its paths.
    ///   - suffix: The suffix of its paths; the same as the prefix if it has one path alone.
    ///   - bodySizeMax: The bytes that the body of a request may have.
    ///   - fields: The fields of each answer, without its length and those that every response has.
    ///   - answer: Answers a request without suspending; nil to use the regular path.
    package init(
        prefix: String,
        suffix: String,
        bodySizeMax: Int,
        fields: HTTPFields,
        answer: @escaping @Sendable (FastRequest) -> FastAnswer?
    ) {
        (self.prefix, self.suffix, self.bodySizeMax) = (prefix, suffix, bodySizeMax)
        self.answer = answer
        var all = fields
        RequestMiddleware.addCommon(to: &all)
        first = HTTPFields(all.prefix(fields.count))
        last = HTTPFields(all.dropFirst(fields.count))
        opening = ByteBuffer(string: "HTTP/1.1 200 OK\r\n" + first.map(\.line).joined())
        ending = ByteBuffer(string: last.map(\.line).joined())
    }

    /// True for a POST to one of its paths that declares the length of its body.
    func takes(_ request: HTTPRequest, _ target: String) -> Bool {
        guard request.method == .post, fits(target), request.headerFields[.expect] == nil,
            let length = request.headerFields[.contentLength].flatMap({ Int($0) })
        else { return false }
        return 0...bodySizeMax ~= length
    }

    /// True for the target of a request to one of its paths.
    func fits(_ target: String) -> Bool {
        guard target.utf8.starts(with: prefix.utf8) else { return false }
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        if prefix == suffix { return path.count == prefix.utf8.count }
        return path.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// The head of a response with the answer, without the date.
    func head(of answer: FastAnswer) -> HTTPResponse {
        var fields = first
        if let etag = answer.etag { fields[.eTag] = etag }
        fields[.contentLength] = String(answer.body.readableBytes)
        fields.append(contentsOf: last)
        return HTTPResponse(status: .ok, headerFields: fields)
    }

    /// Writes the same head as HTTP/1.1 has it, without the empty line after it.
    func writeHead(of answer: FastAnswer, into buffer: inout ByteBuffer) {
        buffer.writeImmutableBuffer(opening)
        if let etag = answer.etag { buffer.writeField(HTTPField(name: .eTag, value: etag)) }
        buffer.writeField(HTTPField(name: .contentLength, value: String(answer.body.readableBytes)))
        buffer.writeImmutableBuffer(ending)
    }
}

/// A request to a `FastRoute`, with its whole body.
package struct FastRequest: Sendable {
    /// The path and the query as received.
    package let target: String
    package let authority: String?
    package let fields: HTTPFields
    package let body: ByteBuffer
    /// The address of the client.
    package let address: String

    /// The path, percent-encoded.
    package var path: Substring { Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }) }

    /// The query, as received; nil if there is none.
    package var query: String? {
        let path = path
        guard path.endIndex < target.endIndex else { return nil }
        let rest = target.utf8[path.endIndex...].dropFirst()
        return String(Substring(rest.prefix { $0 != UInt8(ascii: "#") }))
    }
}

/// The answer of a `FastRoute`, with the status 200.
package struct FastAnswer: Sendable {
    package let body: ByteBuffer
    /// Nil if it has no entity tag.
    package let etag: String?

    package init(_ body: ByteBuffer, etag: String? = nil) {
        (self.body, self.etag) = (body, etag)
    }
}

extension ByteBuffer {
    fileprivate mutating func writeField(_ field: HTTPField) {
        writeString(field.name.rawName)
        writeString(": ")
        writeString(field.value)
        writeString("\r\n")
    }
}
