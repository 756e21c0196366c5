/// The place of a store of objects, as a setting names it: a directory, or `s3://bucket/prefix`.
package enum ObjectPlace: Sendable, Hashable, CustomStringConvertible {
    case folder(String)
    /// The prefix may be empty; it has no slash at its ends.
    case bucket(name: String, prefix: String)

    private static let scheme = "s3://"
    private static let bucketLength = 3...63
    /// A key of S3 has at most 1024 bytes, and the objects need theirs.
    private static let prefixLengthMax = 400

    /// Throws a fault that completes "the setting *name* …".
    package init(_ text: String) throws(Fault) {
        guard text.hasPrefix(Self.scheme) else {
            // Another scheme is more likely a mistake than a directory of that name.
            guard !text.isEmpty, !text.contains("://"), !text.utf8.contains(0) else { throw Self.wrong }
            self = .folder(text)
            return
        }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let name = parts.first.map({ String($0) }), Self.isBucket(name) else { throw Self.wrongBucket }
        var prefix = parts.count > 1 ? String(parts[1]) : ""
        if prefix.hasSuffix("/") { prefix.removeLast() }
        guard prefix.isEmpty || ObjectKey(prefix) != nil, prefix.utf8.count <= Self.prefixLengthMax else {
            throw Self.wrongPrefix
        }
        self = .bucket(name: name, prefix: prefix)
    }

    /// True if the text is valid as the name of a bucket at every provider.
    private static func isBucket(_ name: String) -> Bool {
        let bytes = name.utf8
        guard bucketLength.contains(bytes.count), let first = bytes.first, let last = bytes.last,
            first.isLowercaseOrDigit, last.isLowercaseOrDigit,
            bytes.allSatisfy({ $0.isLowercaseOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") })
        else { return false }
        // Nor may it look like an address.
        return !name.contains("..") && PeerAddress(name) == nil
    }

    package var description: String {
        switch self {
        case .folder(let path): path
        case .bucket(let name, let prefix): Self.scheme + name + (prefix.isEmpty ? "" : "/\(prefix)")
        }
    }

    private static let wrong = Fault(
        "#",
        "должна быть папкой или местом вида s3://бакет/префикс",
        "must be a directory, or like s3://bucket/prefix"
    )
    private static let wrongBucket = Fault(
        "#",
        "должна называть бакет: от 3 до 63 строчных латинских букв, цифр, точек и дефисов",
        "must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens"
    )
    private static let wrongPrefix = Fault(
        "#",
        "должна иметь префикс из латинских букв, цифр, точек, дефисов и подчёркиваний с / между частями",
        "must have a prefix of letters, digits, dots, hyphens and underscores, with / between its parts"
    )
}
