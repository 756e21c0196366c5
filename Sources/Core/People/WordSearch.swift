import Storage

/// The search of staff for people by words, each of which must occur in the indexed text.
package enum WordSearch {
    /// The number of words in a search for people.
    private static let peopleWordsMax = 6

    /// The normalized form for storing and searching, however the letters are composed.
    package static func folded(_ text: String) -> String {
        text.composed.lowercased().replacing("ё", with: "е")
    }

    /// Nil if the text contains no word.
    package static func condition(_ text: String, in column: SQL) -> SQL? {
        let words = folded(text).split(whereSeparator: \.isWhitespace).prefix(Self.peopleWordsMax)
        guard !words.isEmpty else { return nil }
        return words.map { condition(column, holds: String($0)) }.joined(separator: " AND ")
    }

    /// In a column whose text is not kept folded.
    package static func condition(_ text: String, inAny column: SQL) -> SQL? {
        condition(text, in: "replace(lower(\(column)), 'ё', 'е')")
    }

    /// True if the column contains this text literally.
    package static func condition(_ column: SQL, holds text: String) -> SQL {
        let text = String(text.flatMap { "\\%_".contains($0) ? ["\\", $0] : [$0] })
        return "\(column) LIKE \("%\(text)%") ESCAPE \(literal: "\\")"
    }
}
