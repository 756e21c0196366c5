import Storage

/// Signs requests by AWS Signature Version 4.
///
/// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct S3Signature: Sendable {
    let key: String
    let secret: String
    let region: String
    let service: String

    init(key: String, secret: String, region: String, service: String = "s3") {
        (self.key, self.secret, self.region, self.service) = (key, secret, region, service)
    }

    /// The header `Authorization` for a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path of the URL, as it is sent.
    ///   - query: The query of the URL, as `S3Signature.query` makes it.
    ///   - headers: The headers to be signed, with `Host` among them.
    ///   - payload: The SHA-256 of the body in hexadecimal digits.
    ///   - time: The time that `X-Amz-Date` has.
    /// - Returns: The value of the header.
    func authorization(
        _ method: String,
        path: String,
        query: String,
        headers: [(name: String, value: String)],
        payload: String,
        time: String
    ) -> String {
        let headers = headers.map { (name: $0.name.lowercased(), value: Self.folded($0.value)) }
            .sorted { $0.name < $1.name }
        let names = headers.map { $0.name }.joined(separator: ";")
        let lines = headers.map { "\($0.name):\($0.value)\n" }.joined()
        let canonical = [method, path, query, lines, names, payload].joined(separator: "\n")

        let date = String(time.prefix(8))
        let scope = [date, region, service, Self.ending]
        let text = [Self.algorithm, time, scope.joined(separator: "/"), SHA256.hex(canonical.utf8)]
            .joined(separator: "\n")
        let signingKey = scope.reduce(Array("AWS4\(secret)".utf8)) { key, part in
            HMAC.sha256(Array(part.utf8), key: key)
        }
        let signature = Hex.encode(HMAC.sha256(Array(text.utf8), key: signingKey))
        return "\(Self.algorithm) Credential=\(key)/\(scope.joined(separator: "/")), "
            + "SignedHeaders=\(names), Signature=\(signature)"
    }

    /// The query of a URL, escaped and in the order that is signed.
    static func query(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { (name: $0.name.percentEncoded, value: $0.value.percentEncoded) }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }

    /// A value without spaces at its ends, and with one space in place of several.
    private static func folded(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    private static let algorithm = "AWS4-HMAC-SHA256"
    private static let ending = "aws4_request"
}

extension Timestamp {
    /// The time as `X-Amz-Date` has it: `20130524T000000Z`.
    var amzDate: String {
        String(description.prefix(19)).replacing("-", with: "").replacing(":", with: "") + "Z"
    }
}
