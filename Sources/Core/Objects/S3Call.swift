/// A request to S3, before it is signed.
struct S3Call: Sendable {
    let method: String
    /// The name of the object with the prefix of the place; empty for the bucket itself.
    let name: String
    private(set) var query: [(name: String, value: String)] = []
    private(set) var body = HTTPBody.none
    /// The bytes of a file that are sent; nil for all of them.
    private(set) var part: Range<Int>?
    /// The SHA-256 of the body in hexadecimal digits.
    private(set) var digest = Self.noDigest

    private static let noDigest = SHA256.hex([UInt8]())

    init(_ method: String, _ name: String, query: [(name: String, value: String)] = []) {
        (self.method, self.name, self.query) = (method, name, query)
    }

    /// True if the same request may be sent twice.
    var isRepeatable: Bool { method != "POST" }

    /// The same request with a file as its body, or with a part of one.
    func sending(file path: String, part: Range<Int>? = nil, digest: String) -> S3Call {
        var call = self
        (call.body, call.part, call.digest) = (.file(path), part, digest)
        return call
    }

    /// The same request with a text as its body.
    func sending(_ text: String) -> S3Call {
        var call = self
        (call.body, call.digest) = (.bytes(Array(text.utf8)), SHA256.hex(text.utf8))
        return call
    }
}
