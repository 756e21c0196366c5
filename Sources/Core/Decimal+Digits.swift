import FoundationEssentials

extension Decimal {
    /// The number of digits after the point, without zeros at the end.
    package var fractionDigits: Int {
        let digits = Array(description.utf8)
        guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
        let fraction = digits[point...].dropFirst()
        return fraction.count - fraction.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    }

    /// True if no digit but zeros follows the point.
    package var isWhole: Bool { fractionDigits == 0 }

    /// The number without the digits after the point; nil if it does not fit 64 bits.
    package var wholePart: Int64? { Int64(description.prefix { $0 != "." }) }
}
