import Core

/// How many lines of a screen a text may take, and about how many characters fit one of them.
///
/// Fonts differ, so what does not fit is warned about and not refused.
struct StoryLines: Sendable, Hashable {
    /// On a preview of 92 points, in letters of 12.
    static let preview = StoryLines(max: 3, characters: 12)
    /// On a screen of 390 points between margins of 16: in bold letters of 34, and in plain ones of 20.
    static let title = StoryLines(max: 2, characters: 20)
    static let text = StoryLines(max: 3, characters: 32)

    let max: Int
    let characters: Int

    /// The lines that a text takes, broken between words; a word that is too long is broken within.
    func count(_ text: String) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { $0 + lines(of: $1) }
    }

    private func lines(of paragraph: Substring) -> Int {
        var (lines, length) = (1, 0)
        for word in paragraph.split(separator: " ") {
            if length > 0, length + 1 + word.count > characters {
                lines += 1
                length = 0
            }
            length += (length > 0 ? 1 : 0) + word.count
            while length > characters {
                lines += 1
                length -= characters
            }
        }
        return lines
    }

    /// Warns where a localized text is longer in any language.
    func rule(_ field: String, _ message: Localized) -> Rule {
        Rule(field, message, level: .warning) { body in
            (body[field]?.object ?? [:]).values.allSatisfy { count($0.string ?? "") <= max }
        }
    }
}
