import Storage

/// What a word counts by where it stands.
package enum SearchWeight: Int, Sendable, Hashable {
    case text = 1
    /// Another name of the content: a slug, the name in the other script.
    case name = 3
    case title = 4
    /// The first word of the title.
    case titleStart = 5
    /// The title is this one word.
    case wholeTitle = 6

    var isName: Bool { rawValue >= Self.name.rawValue }
}

extension ContentType {
    /// The fields that search looks into, names before texts; the title is always one.
    package var searchFields: [(field: Field, weight: SearchWeight)] {
        let fields = fields.compactMap { field -> (field: Field, weight: SearchWeight)? in
            if field.name == titleField { return (field, .title) }
            return field.searchWeight.map { (field, $0) }
        }
        return fields.filter { $0.weight.isName } + fields.filter { !$0.weight.isName }
    }

    /// The words that a body is found by, each with the most that it counts.
    ///
    /// Of a very long body the words beyond `Limits.searchWordsMax` are left out.
    func searchWords(in body: Body) -> [String: SearchWeight] { searchWords(in: body, of: searchFields) }

    private func searchWords(
        in body: Body,
        of fields: [(field: Field, weight: SearchWeight)]
    ) -> [String: SearchWeight] {
        var words: [String: SearchWeight] = [:]
        for (field, weight) in fields {
            for (_, text) in field.searchTexts(in: body) {
                let room = Limits.searchWordsMax - words.count
                guard room > 0 else { return words }
                // A text says most words more than once, so it may be read on for a while.
                let found = SearchText.words(of: text, max: room * 4)
                for word in found {
                    guard words.count < Limits.searchWordsMax || words[word.text] != nil else { break }
                    let own = weight.of(word)
                    if words[word.text].map({ $0.rawValue < own.rawValue }) ?? true { words[word.text] = own }
                }
            }
        }
        return words
    }

    /// The words of the names alone, as a query is held against them in memory.
    func searchNames(in body: Body) -> [SearchQuery.Entry] {
        searchWords(in: body, of: searchFields.filter { $0.weight.isName }).map {
            SearchQuery.Entry(word: SearchWord($0.key), weight: $0.value.rawValue)
        }
    }

    /// True where two bodies are found by the same words.
    func haveSameSearchTexts(_ left: Body, _ right: Body) -> Bool {
        searchFields.allSatisfy { left[$0.field.name] == right[$0.field.name] }
    }
}

extension SearchWeight {
    fileprivate func of(_ word: SearchText.Word) -> SearchWeight {
        guard self == .title else { return self }
        if word.isWhole { return .wholeTitle }
        return word.isFirst ? .titleStart : .title
    }
}

extension Field {
    /// The texts that a body has in the field, as people read them; the language is nil where it has none.
    func searchTexts(in body: Body) -> [(language: Language?, text: String)] {
        guard let json = body[name] else { return [] }
        switch shape {
        case .line: return json.string.map { [(nil, $0)] } ?? []
        case .texts:
            let texts = Self.translations(json)
            return kind == .richText ? texts.map { ($0.language, RichText.plain($0.text)) } : texts
        case .choice, .integer, .decimal, .bool, .day, .moment, .upload, .uploads, .link, .links: return []
        }
    }

    private static func translations(_ json: JSON) -> [(language: Language?, text: String)] {
        Language.allCases.compactMap { language in json[language.rawValue]?.string.map { (language, $0) } }
    }
}
