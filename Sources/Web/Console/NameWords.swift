import Core
import Storage

/// The words of the names that the palette looks through: they are the same with each key that is pressed.
final class NameWords: Sendable {
    /// Names of pages, deeds and flags whose words are kept in memory.
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
