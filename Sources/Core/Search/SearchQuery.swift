/// The words of a search text.
package struct SearchQuery: Sendable, Hashable {
    private static let searchQueryWordsMax = 8

    /// An entry matches if it contains all words of one of these alternatives.
    ///
    /// The first has the words as they are. Others join words separated by a sign (`h&m`), and switch the whole
    /// keyboard layout if its letters are signs in the other one (`j,edm` → «обувь»).
    package let alternatives: [[QueryWord]]

    /// Nil if the text has neither a letter nor a digit.
    package init?(_ text: String) {
        let text = String(text.prefix(Limits.searchTextLengthMax))
        let chunks = text.split(whereSeparator: \.isWhitespace).map { chunk in
            (
                typed: SearchText.tokens(of: String(chunk)),
                switched: KeyboardLayout.switched(chunk).map { SearchText.tokens(of: $0) } ?? []
            )
        }
        let typed = chunks.flatMap { chunk in
            chunk.typed.map { token in
                let isOne = chunk.typed.count == 1 && chunk.switched.count == 1
                return QueryWord(
                    typed: SearchWord(token.word),
                    switched: isOne ? Self.word(chunk.switched[0].word) : nil
                )
            }
        }
        guard !typed.isEmpty else { return nil }
        var alternatives = [typed]
        if chunks.contains(where: { $0.typed.count > 1 }) {
            let words = chunks.flatMap { chunk in
                SearchText.chains(of: chunk.typed).flatMap { chain in
                    SearchText.joined(chain).map { [$0] } ?? chain
                }
            }
            alternatives.append(words.map { QueryWord(typed: SearchWord($0), switched: nil) })
        }
        if chunks.contains(where: { !$0.switched.isEmpty && $0.typed.count != 1 }) {
            alternatives.append(
                chunks.flatMap { chunk in
                    chunk.switched.isEmpty
                        ? chunk.typed.map { QueryWord(typed: SearchWord($0.word), switched: nil) }
                        : chunk.switched.map { QueryWord(typed: nil, switched: SearchWord($0.word)) }
                }
            )
        }
        self.alternatives = alternatives.map { words in
            let once = words.enumerated().filter { !words[..<$0.offset].contains($0.element) }
            return once.prefix(Self.searchQueryWordsMax).map(\.element)
        }
    }

    /// A word of one or two keys in the other layout is too ambiguous.
    private static func word(_ switched: String) -> SearchWord? {
        switched.unicodeScalars.count < switchedLengthMin ? nil : SearchWord(switched)
    }

    private static let switchedLengthMin = 3

    /// All words that may match, for the excerpt.
    var words: [QueryWord] { alternatives.flatMap { $0 } }
}

extension SearchQuery {
    /// One word of a text with its weight there.
    package struct Entry: Sendable {
        let word: SearchWord
        let weight: Int

        /// The same word with at most the weight of another name.
        package var asName: Entry { Entry(word: word, weight: min(weight, SearchWeight.name.rawValue)) }
    }

    /// The words of names that are in no database: pages, commands.
    package static func entries(ofNames names: [String]) -> [Entry] {
        names.flatMap { SearchText.words(of: $0, max: Self.searchQueryWordsMax) }.map {
            Entry(word: SearchWord($0.text), weight: SearchWeight.name.rawValue)
        }
    }

    /// The score of a text with these words; nil if it lacks one.
    package func score(of entries: [Entry]) -> Int? {
        alternatives.compactMap { words -> Int? in
            var scores: [Int] = []
            for word in words {
                let best = entries.lazy.compactMap { entry in
                    word.rank(of: entry.word).map { $0.rawValue * entry.weight }
                }.max()
                guard let best else { return nil }
                scores.append(best)
            }
            return Self.score(scores)
        }.max()
    }

    /// The mean score of the words, a whole number for up to eight words.
    static func score(_ scores: [Int]) -> Int {
        scores.isEmpty ? 0 : scores.reduce(0, +) * 840 / scores.count
    }
}
