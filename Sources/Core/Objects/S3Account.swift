import FoundationEssentials

/// The account at a provider of S3, with its keys.
package struct S3Account: Sendable, CustomStringConvertible {
    /// Nil for AWS.
    let endpoint: S3Endpoint?
    let region: String
    let key: String
    let secret: String
    /// Belongs to temporary keys; nil for keys that last.
    let sessionToken: String?

    package init(
        endpoint: S3Endpoint?,
        region: String,
        key: String,
        secret: String,
        sessionToken: String? = nil
    ) {
        (self.endpoint, self.region) = (endpoint, region)
        (self.key, self.secret, self.sessionToken) = (key, secret, sessionToken)
    }

    /// Without the secrets.
    package var description: String { "S3 \(endpoint?.host ?? "AWS"), \(region), \(key)" }

    /// True if the text is valid as a region: `eu-central-1`, `ru-central1`.
    package static func isRegion(_ text: String) -> Bool {
        1...40 ~= text.utf8.count
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }

    /// True if the text is valid as the public part of a key; it stands in a header between other words.
    package static func isKey(_ text: String) -> Bool {
        1...200 ~= text.utf8.count
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"/,".utf8.contains($0) }
    }
}

/// The address of a provider of S3: `https://s3.example.com`, `http://127.0.0.1:9000`.
package struct S3Endpoint: Sendable, Hashable {
    let scheme: String
    /// With the port, unless that is the one of the scheme, as the header `Host` has it.
    let host: String
    /// Without a slash at its end; usually empty.
    let path: String

    /// Nil if the text is no such URL.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), Self.isHost(host),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let steps = parts.path.split(separator: "/").map { String($0) }
        guard steps.allSatisfy({ $0.percentEncoded == $0 && $0 != "." && $0 != ".." }) else { return nil }
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : $0 }
        let bare = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        self.scheme = scheme
        self.host = bare + (port.map { ":\($0)" } ?? "")
        path = steps.map { "/\($0)" }.joined()
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isLowercaseOrDigit || "-._:[]".utf8.contains($0) }
    }
}

/// The address of a bucket.
struct S3Bucket: Sendable {
    let scheme: String
    let host: String
    /// Of the bucket itself; empty if the host names it.
    let path: String

    init(_ name: String, of account: S3Account) {
        if let endpoint = account.endpoint {
            (scheme, host, path) = (endpoint.scheme, endpoint.host, "\(endpoint.path)/\(name)")
            return
        }
        scheme = "https"
        let domain = account.region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        let service = "s3.\(account.region).\(domain)"
        // The certificate is for names of one part.
        let isNamedByPath = name.contains(".")
        host = isNamedByPath ? service : "\(name).\(service)"
        path = isNamedByPath ? "/\(name)" : ""
    }

    /// The path of an object, or of the bucket itself if the name is empty.
    ///
    /// The names of buckets and objects need no escaping.
    func path(of name: String) -> String {
        name.isEmpty ? (path.isEmpty ? "/" : path) : "\(path)/\(name)"
    }
}
