import Foundation
import Storage

/// How staff find people by words: each must stand somewhere in what is kept to be searched in.
package enum WordSearch {
    /// Words of a search for people.
    private static let peopleWordsMax = 6

    /// As it is kept, and as it is looked for, however its letters are composed.
    package static func folded(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.lowercased().replacing("ё", with: "е")
    }

    /// Nil where the text holds no word.
    package static func condition(_ text: String, in column: SQL) -> SQL? {
        let words = folded(text).split(whereSeparator: \.isWhitespace).prefix(Self.peopleWordsMax)
        guard !words.isEmpty else { return nil }
        return words.map { condition(column, holds: String($0)) }.joined(separator: " AND ")
    }

    /// In a column whose text is not kept folded.
    package static func condition(_ text: String, inAny column: SQL) -> SQL? {
        condition(text, in: "replace(lower(\(column)), 'ё', 'е')")
    }

    /// Holds just this text somewhere, whatever signs stand in it.
    package static func condition(_ column: SQL, holds text: String) -> SQL {
        let text = String(text.flatMap { "\\%_".contains($0) ? ["\\", $0] : [$0] })
        return "\(column) LIKE \("%\(text)%") ESCAPE \(literal: "\\")"
    }
}
