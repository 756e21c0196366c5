/// A single typo: a letter replaced, added or left out, or two neighbours swapped.
enum Typo {
    /// Shorter words are not corrected.
    static let lengthMin = 5

    /// True for equal words, and for words that differ by one typo.
    static func isWithinOne(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
        isWithinOne(Array(left.unicodeScalars), Array(right.unicodeScalars))
    }

    private static func isWithinOne(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Bool {
        guard left.count <= right.count else { return isWithinOne(right, left) }
        guard right.count - left.count <= 1 else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left[start...].reversed(), right[start...].reversed()).prefix { $0 == $1 }.count
        let (rest, otherRest) = (left[start..<(left.count - end)], right[start..<(right.count - end)])
        switch (rest.count, otherRest.count) {
        case (0, 0), (0, 1), (1, 1): return true
        case (2, 2): return rest.first == otherRest.last && rest.last == otherRest.first
        case (_, _): return false
        }
    }

    /// The word with each of its letters left out once; words within one typo share one of these, or the word itself.
    static func shortened(_ word: String) -> Set<String> {
        let letters = Array(word.unicodeScalars)
        return Set(
            letters.indices.map { index in
                var scalars = String.UnicodeScalarView()
                scalars.append(contentsOf: letters[..<index])
                scalars.append(contentsOf: letters[(index + 1)...])
                return String(scalars)
            }
        )
    }
}
