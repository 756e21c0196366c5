import Storage

/// A known word that a word of a query may mean.
struct Reading {
    let word: SearchWord
    let rank: SearchRank
}

extension Connection {
    /// The known words that a word of a query may mean, best first.
    ///
    /// Each reading gives at most `Limits.searchCandidatesMax` words, the first in alphabetical order. Prefixes of one
    /// or two letters are not expanded into words: they are looked up among the prefixes of names.
    func readings(of word: QueryWord) throws -> [Reading] {
        var lookups: [SQL] = []
        if let typed = word.typed {
            lookups += lookUp(typed)
            lookups += lookUpTypos(typed)
        }
        if let switched = word.switched { lookups += lookUp(switched) }
        guard !lookups.isEmpty else { return [] }
        let parts = lookups.enumerated().map { number, sql in
            var part: SQL = "SELECT word, key FROM ("
            part.append(sql)
            part.append(Self.closings[number % Self.closings.count])
            return part
        }
        let known = Set(
            try rows(parts.joined(separator: " UNION ALL ")).map { row in
                SearchWord(text: try row.get("word"), key: try row.get("key"))
            }
        )
        return known.compactMap { known in word.rank(of: known).map { Reading(word: known, rank: $0) } }
    }

    private static var closings: [SQL] { [") AS a", ") AS b", ") AS c", ") AS d", ") AS e", ") AS f"] }

    private func lookUp(_ word: SearchWord) -> [SQL] {
        let max = Limits.searchCandidatesMax
        var lookups: [SQL] = []
        if word.length >= SearchPlace.beginningLengthMax {
            lookups.append(
                """
                SELECT word, key FROM search_words WHERE word >= \(word.text) AND word < \(word.text.end)
                ORDER BY word, key LIMIT \(max)
                """
            )
        }
        guard !word.key.isEmpty else { return lookups }
        let isLong = word.key.unicodeScalars.count >= SearchPlace.beginningLengthMax
        let range: SQL =
            isLong ? "key >= \(word.key) AND key < \(word.key.end)" : "key = \(word.key)"
        lookups.append("SELECT word, key FROM search_words WHERE \(range) ORDER BY key, word LIMIT \(max)")
        return lookups
    }

    private func lookUpTypos(_ word: SearchWord) -> [SQL] {
        guard word.length >= Typo.lengthMin - 1, word.mayHoldTypo else { return [] }
        let isLong = word.length >= Typo.lengthMin
        let forms = word.typoForms.flatMap { isLong ? Typo.shortened($0).union([$0]) : [$0] }
        let variants = Set(forms).map { SearchPlace.number($0.utf8) }.sorted().padded
        let list = variants.map { "\($0)" as SQL }.joined(separator: ", ")
        let long: SQL = """
            SELECT word, key FROM search_words
            WHERE id IN (SELECT word FROM search_variants WHERE variant IN (\(list)))
            ORDER BY word, key LIMIT \(Limits.searchCandidatesMax)
            """
        guard isLong else { return [long] }
        // A word of four letters has no variants; if it lacks a letter, it is a variant of the longer word.
        let keys = Typo.shortened(word.key).sorted().padded.map { "\($0)" as SQL }.joined(separator: ", ")
        let short: SQL = """
            SELECT word, key FROM search_words WHERE key IN (\(keys))
            ORDER BY word, key LIMIT \(Limits.searchCandidatesMax)
            """
        return [long, short]
    }
}

extension String {
    /// An upper bound of all texts with this prefix, in the order of UTF-8.
    fileprivate var end: String { self + "\u{10FFFF}" }
}

extension Limits {
    /// Known words that one word of a query may mean, in each reading.
    fileprivate static let searchCandidatesMax = 128
}
