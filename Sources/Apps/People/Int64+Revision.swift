import Core

extension Int64 {
    /// A hash that changes with any of the parts, small enough to be exact in every JSON parser.
    ///
    /// The key prevents a reader of the number from guessing the parts.
    init(revisionOf parts: [String?], key: String) {
        let text = parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: "|")
        self = HMAC.sha256(Array(text.utf8), key: Array(key.utf8)).prefix(6).reduce(0) { $0 << 8 | Int64($1) }
    }
}
