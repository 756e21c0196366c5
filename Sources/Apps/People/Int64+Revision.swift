import Core

extension Int64 {
    /// Another number once any of the parts is another one; a whole number in every program that reads JSON.
    ///
    /// The key is what keeps parts from being guessed by whoever sees the number and not the parts.
    init(revisionOf parts: [String?], key: String) {
        let text = parts.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: "|")
        self = HMAC.sha256(Array(text.utf8), key: Array(key.utf8)).prefix(6).reduce(0) { $0 << 8 | Int64($1) }
    }
}
