import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// The answer of a request that may come again: status and headers in a first line of JSON, and the body.
struct KeptAnswer {
    let bytes: [UInt8]
    /// What the one who asked was allowed to do; a person without one of these is not told the answer.
    let rights: Set<Permission>
    /// Nil where a secret was in it, which is not kept.
    let response: Response?

    /// A cookie is for one browser, once.
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

    /// Nil where the bytes are no answer that was kept.
    init?(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let json = try? JSON(parsing: line), let status = json["status"]?.integer, 200..<500 ~= status,
            let rights = json["rights"]?.strings.map(Permission.init(rawValue:)), !rights.contains(nil)
        else { return nil }
        self.bytes = bytes
        self.rights = Set(rights.compactMap { $0 })
        guard json["secret"] != true else {
            response = nil
            return
        }
        var headers = HTTPFields()
        for field in json["headers"]?.array ?? [] {
            let parts = field.strings
            guard parts.count == 2, let name = HTTPField.Name(parts[0]) else { continue }
            headers.append(HTTPField(name: name, value: parts[1]))
        }
        headers[.idempotencyReplayed] = "true"
        response = Response(
            status: HTTPResponse.Status(code: Int(status)),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes.dropFirst(line.count + 1)))
        )
    }
}
