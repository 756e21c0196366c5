/// A UUID in sixteen bytes, for keeping a million of them in memory.
struct IdentifierKey: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Nil if the text is not a UUID.
    init?(_ id: String) {
        let digits = id.filter { $0 != "-" }
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        (self.high, self.low) = (high, low)
    }
}
