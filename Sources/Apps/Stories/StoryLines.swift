import Core

/// The space for a text on a screen: the maximum lines, and the approximate characters per line.
///
/// Fonts differ, so a longer text gives a warning and not a fault.
struct StoryLines: Sendable, Hashable {
    /// A preview of 92 points, at a font size of 12.
    static let preview = StoryLines(max: 3, characters: 12)
    /// A screen of 390 points with margins of 16: bold at a size of 34, and plain at 20.
    static let title = StoryLines(max: 2, characters: 20)
    static let text = StoryLines(max: 3, characters: 32)

    let max: Int
    let characters: Int

    /// The number of lines of a text, broken between words; a longer word is broken inside.
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

    /// A warning if a localized text is too long in any language.
    func rule(_ field: String, _ message: Localized) -> Rule {
        Rule(field, message, level: .warning) { body in
            (body[field]?.object ?? [:]).values.allSatisfy { count($0.string ?? "") <= max }
        }
    }
}
