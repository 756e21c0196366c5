import Core
import Storage

/// The words of the names that the palette looks through: they are the same with each key that is pressed.
final class NameWords: Sendable {
    private let known = Shared([[String]: [SearchQuery.Entry]]())

    func entries(_ names: [String]) -> [SearchQuery.Entry] {
        if let entries = known.update({ $0[names] }) { return entries }
        let entries = SearchQuery.entries(ofNames: names)
        known.update { known in
            if known.count >= Limits.paletteNamesMax { known = [:] }
            known[names] = entries
        }
        return entries
    }
}
