import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// A stored response for a repeated request: status and headers in a first line of JSON, and the body.
struct KeptAnswer {
    let bytes: [UInt8]
    /// The author's permissions at that time; a person without one of these does not get the response.
    let rights: Set<Permission>
    /// Nil if the response contained a secret, which is not stored.
    let response: Response?

    /// Cookies are left out, because each is for one browser, once.
    init(_ head: HTTPResponse, _ body: [UInt8], rights: Set<Permission>, isSecret: Bool) {
        let fields = head.headerFields.filter { $0.name != .setCookie }.map { field -> JSON in
            [.string(field.name.rawName), .string(field.value)]
        }
        let line: JSON = [
            "status": .integer(Int64(head.status.code)), "headers": .array(isSecret ? [] : fields),
            "rights": rights.json, "secret": .bool(isSecret),
        ]
        bytes = line.bytes + [UInt8(ascii: "\n")] + (isSecret ? [] : body)
        (self.rights, response) = (rights, nil)
    }

    /// Nil if the bytes are not a stored response.
    init?(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let head = try? Head(json: JSON(parsing: line)), 200..<500 ~= head.status else { return nil }
        self.bytes = bytes
        rights = Set(head.rights)
        guard !head.isSecret else {
            response = nil
            return
        }
        var headers = HTTPFields()
        for parts in head.headers {
            guard parts.count == 2, let name = HTTPField.Name(parts[0]) else { continue }
            headers.append(HTTPField(name: name, value: parts[1]))
        }
        headers[.idempotencyReplayed] = "true"
        response = Response(
            status: HTTPResponse.Status(code: head.status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes.dropFirst(line.count + 1)))
        )
    }

    /// The first line of the bytes.
    private struct Head: JSONReadable {
        let status: Int
        /// Pairs of a name and a value.
        let headers: [[String]]
        let rights: [Permission]
        let isSecret: Bool

        init(json: JSON) throws(Fault) {
            status = try json.get("status")
            headers = try json.get("headers")
            rights = try json.get("rights")
            isSecret = try json.get("secret", as: Bool?.self) ?? false
        }
    }
}
