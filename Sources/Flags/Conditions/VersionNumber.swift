import Core

/// Up to five numbers separated by dots; missing ones are 0, so that `2.10` is after `2.9` and equals `2.10.0` (R48).
struct VersionNumber: Sendable, Hashable, Comparable {
    static let partsMax = 5

    private var parts = SIMD8<UInt64>()

    /// Nil if there are more parts or one is not a number.
    init?(_ text: String) {
        var part: UInt64?
        var index = 0
        for byte in text.utf8.trimmed {
            if byte == UInt8(ascii: ".") {
                guard let number = part, index < Self.partsMax - 1 else { return nil }
                parts[index] = number
                index += 1
                part = nil
            } else {
                guard 48...57 ~= byte else { return nil }
                let (tenfold, isTooLarge) = (part ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, overflow) = tenfold.addingReportingOverflow(UInt64(byte - 48))
                guard !isTooLarge, !overflow else { return nil }
                part = sum
            }
        }
        guard let number = part else { return nil }
        parts[index] = number
    }

    static func < (left: VersionNumber, right: VersionNumber) -> Bool {
        for index in 0..<partsMax where left.parts[index] != right.parts[index] {
            return left.parts[index] < right.parts[index]
        }
        return false
    }
}

extension String.UTF8View {
    /// The text without ASCII white space at both ends.
    var trimmed: Substring.UTF8View {
        var rest = self[...]
        while let first = rest.first, first == 32 || 9...13 ~= first { rest.removeFirst() }
        while let last = rest.last, last == 32 || 9...13 ~= last { rest.removeLast() }
        return rest
    }

    func holds(_ other: String.UTF8View) -> Bool {
        var start = startIndex
        guard let first = other.first else { return true }
        while let next = self[start...].firstIndex(of: first) {
            if self[next...].starts(with: other) { return true }
            start = index(after: next)
        }
        return false
    }
}

extension Double {
    /// A decimal number, with or without an exponent; nil for anything else and for too large a number.
    init?(flag text: String) {
        let digits = text.utf8.trimmed
        let isDecimal = digits.allSatisfy {
            switch $0 {
            case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                true
            case _: false
            }
        }
        guard isDecimal, let number = Double(Substring(digits)), number.isFinite else { return nil }
        self = number
    }
}
