import Core

extension Int64 {
    /// A revision that changes with any of the parts; exact in every program that reads JSON.
    ///
    /// The key keeps the parts from being guessed by a reader of the number.
    init(revisionOf parts: [String?], key: String) {
        let text = parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: "|")
        self = HMAC.sha256(Array(text.utf8), key: Array(key.utf8)).prefix(6).reduce(0) { $0 << 8 | Int64($1) }
    }
}
