import Core
import Storage

/// A cache of the words of names that the palette searches, because they are the same at each key press.
final class NameWords: Sendable {
    /// Names of pages, actions and flags whose words are cached.
    private static let paletteNamesMax = 5_000

    private let known = Locked([[String]: [SearchQuery.Entry]]())

    func entries(_ names: [String]) -> [SearchQuery.Entry] {
        if let entries = known.update({ $0[names] }) { return entries }
        let entries = SearchQuery.entries(ofNames: names)
        known.update { known in
            if known.count >= NameWords.paletteNamesMax { known = [:] }
            known[names] = entries
        }
        return entries
    }
}
