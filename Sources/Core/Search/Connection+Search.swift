import Storage

/// Contents that a search has found, by their numbers, with how well they fit.
typealias SearchHits = [Int64: Int]

/// Where a search looks, and what it leaves out.
struct SearchScope: Sendable {
    let types: [ContentType]
    let shelf: Content.Shelf
    /// What contents (`c`), their drafts (`d`) and their published rows (`l`) must be beside it; nil for anything.
    let condition: SQL?

    init(types: [ContentType], shelf: Content.Shelf = .active, condition: SQL? = nil) {
        self.types = types
        self.shelf = shelf
        self.condition = condition
    }

    /// Joins what `condition` speaks of to search documents (`s`).
    func joins() -> SQL {
        var sql: SQL = "JOIN contents c ON c.id = s.content_id LEFT JOIN drafts d ON d.content_id = c.id"
        if types.count == 1, let type = types.first {
            sql.append(" LEFT JOIN \(name: type.name) l ON l.id = c.id")
        }
        return sql
    }
}

extension Connection {
    /// The contents that fit a query, each with its score; those of a frequent word only as far as limits go.
    ///
    /// A word of the query stands for the known words that it may mean. Where those have at most
    /// `Limits.searchPlacesMax` places all are read, and what is found is exact. A word with more is frequent: a rarer
    /// word beside it decides what is looked at. Where every word is frequent, the best `Limits.searchHitsMax`
    /// contents of the longest one are held against the others, so the best of the best are found, and what stands
    /// further down only where a filter or another word narrows it.
    func search(_ query: SearchQuery, in scope: SearchScope) throws -> SearchHits {
        var hits: SearchHits = [:]
        for words in query.alternatives {
            hits.merge(try self.hits(for: words, in: scope)) { max($0, $1) }
        }
        return hits
    }

    /// The contents that have every word.
    private func hits(for words: [QueryWord], in scope: SearchScope) throws -> SearchHits {
        var found: [FoundWord] = []
        for word in words {
            let terms = terms(for: word, try readings(of: word), in: scope)
            let places = try allPlaces(of: Array(terms.keys))
            if let places, places.isEmpty { return [:] }
            let hits = places.map { SearchHits($0, terms) }
            found.append(FoundWord(number: found.count, length: word.length, terms: terms, hits: hits))
        }
        // The rarest first, of frequent ones the longest.
        found.sort {
            ($0.hits?.count ?? .max, $1.length, $0.number) < ($1.hits?.count ?? .max, $0.length, $1.number)
        }
        guard let first = found.first else { return [:] }
        var hits = try first.hits ?? best(of: first.terms, in: scope)
        for word in found.dropFirst() where !hits.isEmpty {
            let others = try word.hits ?? self.hits(of: word.terms, among: hits.best(Limits.searchHitsMax))
            hits = hits.reduce(into: [:]) { both, hit in
                if let other = others[hit.key] { both[hit.key] = hit.value + other }
            }
        }
        return hits.mapValues { SearchQuery.score([$0]) / found.count }
    }

    /// What a word of a query stands for, as terms of the index.
    private func terms(
        for word: QueryWord,
        _ readings: [Reading],
        in scope: SearchScope
    ) -> [Int64: SearchRank] {
        var terms: [Int64: SearchRank] = [:]
        func add(_ text: String, _ rank: SearchRank) {
            for type in scope.types {
                let term = SearchPlace.term(text, of: type.name, on: scope.shelf)
                terms[term] = max(terms[term] ?? rank, rank)
            }
        }
        for reading in readings { add(reading.word.text, reading.rank) }
        guard let typed = word.typed else { return terms }
        // No lookup is needed for the word itself.
        add(typed.text, .exact)
        if typed.length <= SearchPlace.beginningLengthMax { add(SearchPlace.speltMark + typed.text, .prefix) }
        if 1...SearchPlace.beginningLengthMax ~= typed.key.unicodeScalars.count {
            add(SearchPlace.speltMark + typed.key, .keyPrefix)
            add(SearchPlace.heardMark + typed.key, .keyPrefix)
        }
        return terms
    }

    /// Every place of the terms; nil where there are too many.
    private func allPlaces(of terms: [Int64]) throws -> [WordPlace]? {
        var places: [WordPlace] = []
        for block in terms.sorted().blocks(of: 512) {
            let limit = Limits.searchPlacesMax + 1 - places.count
            let sql: SQL
            switch dialect {
            case .sqlite:
                let list = block.padded.map { "\($0)" as SQL }.joined(separator: ", ")
                sql =
                    "SELECT term, weight, document FROM search_places WHERE term IN (\(list)) LIMIT \(limit)"
            case .postgres:
                // Each term by itself, as one plan over all would read every place before it answers the first.
                let list = block.map { String($0) }.joined(separator: ",")
                sql = """
                    SELECT t.term, p.weight, p.document FROM unnest(CAST(\("{\(list)}") AS bigint[])) AS t(term)
                    CROSS JOIN LATERAL (
                        SELECT weight, document FROM search_places WHERE term = t.term
                        ORDER BY weight DESC, document DESC LIMIT \(limit)
                    ) p LIMIT \(limit)
                    """
            }
            places += try rows(sql).map(WordPlace.init)
            if places.count > Limits.searchPlacesMax { return nil }
        }
        return places
    }

    /// The best contents of a frequent word, reading after reading, until there are enough.
    private func best(of terms: [Int64: SearchRank], in scope: SearchScope) throws -> SearchHits {
        var hits: SearchHits = [:]
        let ordered = terms.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (term, _) in ordered.prefix(Limits.searchReadingsMax * scope.types.count) {
            guard hits.count < Limits.searchHitsMax else { break }
            let sql: SQL =
                if let condition = scope.condition {
                    """
                    SELECT \(term) AS term, p.weight, p.document FROM (
                        SELECT weight, document FROM search_places WHERE term = \(term)
                        ORDER BY weight DESC, document DESC LIMIT \(Limits.searchScanMax)
                    ) p JOIN search_documents s ON s.number = p.document \(scope.joins())
                    WHERE \(condition) ORDER BY p.weight DESC, p.document DESC LIMIT \(Limits.searchHitsMax)
                    """
                } else {
                    """
                    SELECT term, weight, document FROM search_places WHERE term = \(term)
                    ORDER BY weight DESC, document DESC LIMIT \(Limits.searchHitsMax)
                    """
                }
            hits.merge(SearchHits(try rows(sql).map(WordPlace.init), terms)) { max($0, $1) }
        }
        return hits
    }

    /// Which of the contents have one of the terms too.
    private func hits(of terms: [Int64: SearchRank], among documents: [Int64]) throws -> SearchHits {
        var hits: SearchHits = [:]
        let best = terms.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Limits.searchReadingsMax)
        let list = Array(best).padded.map { "\($0.key)" as SQL }.joined(separator: ", ")
        for block in documents.blocks(of: 256) {
            let documents = block.padded.map { "\($0)" as SQL }.joined(separator: ", ")
            let rows = try rows(
                """
                SELECT term, weight, document FROM search_places
                WHERE document IN (\(documents)) AND term IN (\(list))
                """
            )
            hits.merge(SearchHits(try rows.map(WordPlace.init), terms)) { max($0, $1) }
        }
        return hits
    }
}

/// A word of a query with where it may stand; `hits` is nil where that is too often.
private struct FoundWord {
    let number: Int
    let length: Int
    let terms: [Int64: SearchRank]
    let hits: SearchHits?
}

private struct WordPlace {
    let term: Int64
    let weight: Int
    let document: Int64

    init(_ row: Row) throws {
        term = try row.get("term")
        weight = try row.get("weight")
        document = try row.get("document")
    }
}

extension SearchHits {
    fileprivate init(_ places: [WordPlace], _ terms: [Int64: SearchRank]) {
        self = places.reduce(into: [:]) { hits, place in
            let score = (terms[place.term]?.rawValue ?? 0) * place.weight
            hits[place.document] = Swift.max(hits[place.document] ?? 0, score)
        }
    }

    /// The contents in the order in which they are shown: the best first, of equals the newest.
    var ranked: [(document: Int64, score: Int)] {
        sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map { ($0.key, $0.value) }
    }

    fileprivate func best(_ count: Int) -> [Int64] { ranked.prefix(count).map(\.document) }
}

extension QueryWord {
    fileprivate var length: Int { (typed ?? switched)?.length ?? 0 }
}
