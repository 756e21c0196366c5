import Storage

/// The weight of a word by its position.
package enum SearchWeight: Int, Sendable, Hashable {
    case text = 1
    /// Another name of the entry: a slug, the name in the other script.
    case name = 3
    case title = 4
    /// The first word of the title.
    case titleStart = 5
    /// The only word of the title.
    case wholeTitle = 6

    var isName: Bool { rawValue >= Self.name.rawValue }
}

extension ContentType {
    /// The fields that are searched, names before texts; the title is always one.
    package var searchFields: [(field: Field, weight: SearchWeight)] {
        let fields = fields.compactMap { field -> (field: Field, weight: SearchWeight)? in
            if field.name == titleField { return (field, .title) }
            return field.searchWeight.map { (field, $0) }
        }
        return fields.filter { $0.weight.isName } + fields.filter { !$0.weight.isName }
    }

    /// The words of a body, each with its highest weight.
    ///
    /// Words of a very long body beyond `Limits.searchWordsMax` are dropped.
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
                // A text repeats most words, so more words are read than there is room for.
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

    /// The words of the names alone, which a query in memory is matched with.
    func searchNames(in body: Body) -> [SearchQuery.Entry] {
        searchWords(in: body, of: searchFields.filter { $0.weight.isName }).map {
            SearchQuery.Entry(word: SearchWord($0.key), weight: $0.value.rawValue)
        }
    }

    /// True if two bodies are indexed by the same words.
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
    /// The texts of a field as people read them; the language is nil if the field has none.
    func searchTexts(in body: Body) -> [(language: Language?, text: String)] {
        guard let json = body[name] else { return [] }
        switch shape {
        case .line: return json.string.map { [(nil, $0)] } ?? []
        case .texts:
            let texts = Self.translations(json)
            return kind == .richText ? texts.map { ($0.language, RichText.plain($0.text)) } : texts
        case .rows(let columns):
            let names = columns.filter(\.isText).map(\.name)
            return (json.array ?? []).flatMap { row in names.compactMap { row[$0]?.string } }.map {
                (nil, $0)
            }
        case .choice, .integer, .decimal, .bool, .day, .moment, .upload, .uploads, .link, .links: return []
        }
    }

    private static func translations(_ json: JSON) -> [(language: Language?, text: String)] {
        Language.allCases.compactMap { language in json[language.rawValue]?.string.map { (language, $0) } }
    }
}
