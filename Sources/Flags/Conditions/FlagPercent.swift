import Core

/// A share of installations, stable across starts and versions (R54).
struct FlagPercent: Sendable, Hashable {
    enum Operator: Sendable, Hashable {
        case lessOrEqual(Int64)
        case greater(Int64)
        /// The lower bound is exclusive, the upper one inclusive.
        case between(Int64, Int64)
    }

    /// The number of millionths of a percent.
    static let scale: Int64 = 1_000_000
    static let micros: Int64 = 100 * scale

    let seed: String
    let comparison: Operator
    /// The prefix of the id in the digest.
    private let prefix: [UInt8]

    init(seed: String, _ comparison: Operator) {
        self.seed = seed
        self.comparison = comparison
        prefix = seed.isEmpty ? [] : Array(seed.utf8) + [UInt8(ascii: ".")]
    }

    func holds(for id: String) -> Bool {
        let micro = micro(of: id)
        return switch comparison {
        case .lessOrEqual(let bound): micro <= bound
        case .greater(let bound): micro > bound
        case .between(let lower, let upper): lower < micro && micro <= upper
        }
    }

    /// From 0 to 99,999,999: SHA-256 as a number, modulo 100,000,000 (remote-config.md section 5).
    func micro(of id: String) -> Int64 {
        var digest = SHA256()
        digest.update(prefix)
        digest.update(id.utf8)
        let bytes = digest.finish()
        var rest: UInt64 = 0
        // Four bytes at a time, which fit beside a remainder of 27 bits.
        for start in stride(from: 0, to: SHA256.size, by: 4) {
            for byte in bytes[start..<start + 4] { rest = rest << 8 | UInt64(byte) }
            rest %= UInt64(Self.micros)
        }
        return Int64(rest)
    }

    /// The constant result, if there is one.
    var isConstant: Bool? {
        switch comparison {
        case .lessOrEqual(let bound): bound < 0 ? false : nil
        case .greater(let bound): bound >= Self.micros - 1 ? false : nil
        case .between(let lower, let upper):
            lower >= upper || lower >= Self.micros - 1 || upper < 0 ? false : nil
        }
    }

    var text: String {
        let name = seed.isEmpty ? "percent" : "percent(\(ConditionText.quoted(seed)))"
        return switch comparison {
        case .lessOrEqual(let bound): "\(name) <= \(Self.text(bound))"
        case .greater(let bound): "\(name) > \(Self.text(bound))"
        case .between(let lower, let upper): "\(name) between \(Self.text(lower)) and \(Self.text(upper))"
        }
    }

    /// Micro-percents as a percentage without trailing zeros.
    static func text(_ micro: Int64) -> String {
        let (whole, rest) = micro.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        let sign = micro < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: Limits.flagPercentDigitsMax - digits.utf8.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
