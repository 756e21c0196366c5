import Web

/// The JSON of a number of a flag: `.5` becomes 0.5, and 2 of a decimal 2.0 (R17).
enum FlagNumber {
    /// `text` must match `-?(\d*\.)?\d+`; nil if it does not.
    static func json(_ text: String, isWhole: Bool) -> String? {
        var rest = text[...]
        let isNegative = rest.hasPrefix("-")
        if isNegative { rest = rest.dropFirst() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, !last.isEmpty,
            parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
        else { return nil }
        let digits = first.drop { $0 == "0" }
        let whole = digits.isEmpty ? "0" : String(digits)
        let fraction = parts.count == 2 ? String(last) : "0"
        if isWhole, fraction.allSatisfy({ $0 == "0" }) {
            return (isNegative && whole != "0" ? "-" : "") + whole
        }
        return (isNegative ? "-" : "") + whole + "." + fraction
    }

    /// True for an integer without a decimal point.
    static func isWhole(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.drop { $0 == UInt8(ascii: "-") }.allSatisfy { 48...57 ~= $0 }
    }
}
