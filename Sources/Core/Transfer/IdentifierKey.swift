/// A UUID in sixteen bytes, where a million of them are kept at once.
struct IdentifierKey: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Nil where the text is no UUID.
    init?(_ id: String) {
        let digits = id.filter { $0 != "-" }
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        (self.high, self.low) = (high, low)
    }
}
