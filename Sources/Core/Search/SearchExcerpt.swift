/// The match of a query in an entry: a field, and an excerpt of its text with the matching words.
package struct SearchExcerpt: Sendable, Hashable {
    package struct Part: Sendable, Hashable {
        package let text: String
        /// True if the part is a matching word.
        package let isMatch: Bool
    }

    package let field: String
    /// Nil for a field without languages.
    package let language: Language?
    /// In the order of the text; together they make the excerpt.
    package let parts: [Part]

    /// Nil if the working copy no longer contains the words.
    init?(_ content: Content, of type: ContentType, for query: SearchQuery) {
        var best: (score: Int, field: Field, language: Language?, text: String)?
        for (field, weight) in type.searchFields {
            for (language, text) in field.searchTexts(in: content.fields) {
                let score = Self.score(of: text, for: query) * weight.rawValue
                if score > best?.score ?? 0 { best = (score, field, language, text) }
            }
        }
        guard let best else { return nil }
        field = best.field.name
        language = best.language
        parts = Self.parts(of: best.text, for: query)
    }

    /// The score of the text for the query, each word at its best.
    private static func score(of text: String, for query: SearchQuery) -> Int {
        let words = Set(SearchText.words(of: text, max: Limits.searchWordsMax).map(\.text)).map {
            SearchWord($0)
        }
        return query.words.reduce(0) { sum, word in
            sum + (words.compactMap { word.rank(of: $0)?.rawValue }.max() ?? 0)
        }
    }

    private static func parts(of text: String, for query: SearchQuery) -> [Part] {
        let tokens = SearchText.tokens(of: text, max: Limits.searchWordsMax)
        let matches = ranges(of: tokens, in: text, for: query)
        guard let first = matches.first else { return [] }
        let piece = piece(of: text, tokens, around: first)
        var parts: [Part] = []
        var end = piece.lowerBound
        if piece.lowerBound > text.startIndex { parts.append(Part(text: "…", isMatch: false)) }
        for match in matches where match.lowerBound >= end && match.upperBound <= piece.upperBound {
            if end < match.lowerBound {
                parts.append(Part(text: line(text[end..<match.lowerBound]), isMatch: false))
            }
            parts.append(Part(text: line(text[match]), isMatch: true))
            end = match.upperBound
        }
        let rest = line(text[end..<piece.upperBound]) + (piece.upperBound < text.endIndex ? "…" : "")
        if !rest.isEmpty { parts.append(Part(text: rest, isMatch: false)) }
        return parts
    }

    /// The ranges of the matching words: single ones, and chains that make one together.
    private static func ranges(
        of tokens: [SearchText.Token],
        in text: String,
        for query: SearchQuery
    ) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var index = 0
        while index < tokens.count {
            let length = tokens[(index + 1)...].prefix { $0.isJoined }.count + 1
            let chain = tokens[index..<(index + length)]
            let matching = chain.filter { token in query.fits(token.word) }
            if let joined = SearchText.joined(chain.map(\.word)), matching.isEmpty, query.fits(joined),
                let last = chain.last
            {
                ranges.append(chain[index].range.lowerBound..<last.range.upperBound)
            } else {
                ranges += matching.map(\.range)
            }
            index += length
        }
        return ranges
    }

    /// The excerpt around a match, cut at word boundaries.
    private static func piece(
        of text: String,
        _ tokens: [SearchText.Token],
        around match: Range<String.Index>
    ) -> Range<String.Index> {
        let before = Limits.searchExcerptLengthMax / 3
        guard let start = text.index(match.lowerBound, offsetBy: -before, limitedBy: text.startIndex) else {
            return piece(of: text, tokens, from: text.startIndex, past: match)
        }
        let first = tokens.first { start <= $0.range.lowerBound }?.range.lowerBound ?? match.lowerBound
        return piece(of: text, tokens, from: min(first, match.lowerBound), past: match)
    }

    private static func piece(
        of text: String,
        _ tokens: [SearchText.Token],
        from start: String.Index,
        past match: Range<String.Index>
    ) -> Range<String.Index> {
        let length = Limits.searchExcerptLengthMax
        guard let end = text.index(start, offsetBy: length, limitedBy: text.endIndex), end < text.endIndex
        else {
            return start..<text.endIndex
        }
        let last = tokens.last { $0.range.upperBound <= end }?.range.upperBound ?? match.upperBound
        return start..<max(last, match.upperBound)
    }

    private static func line(_ text: some StringProtocol) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}

extension SearchQuery {
    fileprivate func fits(_ word: String) -> Bool {
        let word = SearchWord(word)
        return words.contains { $0.rank(of: word) != nil }
    }
}

extension SearchExcerpt: JSONReadable {
    package var json: JSON {
        [
            "field": .string(field),
            "language": JSON(language?.rawValue),
            "parts": .array(
                parts.map { ["text": .string($0.text), "is_match": .bool($0.isMatch)] }
            ),
        ]
    }

    package init(json: JSON) throws(Fault) {
        field = try json.get("field")
        language = try json.get("language")
        parts = try json.get("parts")
    }
}

extension SearchExcerpt.Part: JSONReadable {
    package init(json: JSON) throws(Fault) {
        text = try json.get("text")
        isMatch = try json.get("is_match")
    }
}
