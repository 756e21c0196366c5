/// A phone number in its normalized form: `+` and 10 to 15 digits (mall.md 6.12, E.164).
package struct PhoneNumber: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// Parses what people type, `+7 (999) 123-45-67`; nil if it does not begin with `+` or is not a number.
    package init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let bare = text.unicodeScalars.filter { !Self.separators.contains($0) }
        guard bare.first == "+", 11...16 ~= bare.count,
            bare.dropFirst().allSatisfy({ "0"..."9" ~= $0 })
        else { return nil }
        description = String(String.UnicodeScalarView(bare))
    }

    /// A number from the database, which stores only valid ones.
    package init(kept text: String) {
        description = text
    }

    /// A masked form that distinguishes most numbers and fits ten million of them: `+7 9•• ••• •• 45`.
    package var masked: String { Self.masked(description) }

    /// The number of last digits that the mask shows.
    package static let shownDigitsCount = 2

    package static func masked(_ text: String) -> String {
        let digits = text.filter(\.isNumber)
        guard digits.count >= 7 else { return "•••" }
        let country = text.hasPrefix("+") ? "+" + digits.dropLast(10) + " " : ""
        return "\(country)\(digits.suffix(10).prefix(1))•• ••• •• \(digits.suffix(shownDigitsCount))"
    }

    /// The form for people: `+7 912 000-00-45`; numbers of other lengths are unchanged.
    package var spaced: String {
        guard description.count == 12 else { return description }
        let digits = Array(description.dropFirst())
        let (area, first) = (String(digits[1...3]), String(digits[4...6]))
        return "+\(digits[0]) \(area) \(first)-\(String(digits[7...8]))-\(String(digits[9...10]))"
    }

    private static let separators: Set<Unicode.Scalar> = [" ", "\u{A0}", "(", ")", "-", "\u{2011}", "."]
}
