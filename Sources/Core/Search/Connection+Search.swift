import Storage

/// The entries that a search has found, by their numbers.
typealias SearchHits = [Int64: SearchHit]

/// An entry that a search has found, by its number, with its score.
typealias RankedHit = (document: Int64, score: Int)

struct SearchHit: Sendable {
    /// The score of the match.
    var score: Int
    /// The index of its type in the scope.
    let type: Int

    fileprivate static func better(_ left: SearchHit, _ right: SearchHit) -> SearchHit {
        left.score < right.score ? right : left
    }
}

/// The scope of a search: types, shelf and condition.
struct SearchScope: Sendable {
    let types: [ContentType]
    let shelf: Content.Shelf
    /// An additional condition on entries (`c`), their drafts (`d`) and their published rows (`l`); nil for none.
    let condition: SQL?

    init(types: [ContentType], shelf: Content.Shelf = .active, condition: SQL? = nil) {
        self.types = types
        self.shelf = shelf
        self.condition = condition
    }

    /// The joins that `condition` needs from search documents (`s`); the caller must add `c.id = s.content_id`.
    ///
    /// A cross join prevents SQLite from scanning all entries of the type instead.
    func joins() -> SQL {
        var sql: SQL = "CROSS JOIN contents c LEFT JOIN drafts d ON d.content_id = c.id"
        if types.count == 1, let type = types.first {
            sql.append(" LEFT JOIN \(name: type.name) l ON l.id = c.id")
        }
        return sql
    }
}

extension Connection {
    /// The entries that match a query, each with its score; for frequent words only within limits.
    ///
    /// A word of the query stands for the known words that it may mean. If those have at most `Limits.searchPlacesMax`
    /// postings, all are read, and the result is exact. A word with more is frequent: then a rarer word of the query
    /// selects the entries to check. If every word is frequent, the best `Limits.searchHitsMax` entries of the longest
    /// one are checked against the others until a page of them has them all. So the first page holds the best matches,
    /// and a low-ranked match is found only if a filter or another word narrows the search.
    func search(_ query: SearchQuery, in scope: SearchScope) throws -> SearchHits {
        var hits: SearchHits = [:]
        for words in query.alternatives {
            hits.merge(try self.hits(for: words, in: scope)) { SearchHit.better($0, $1) }
        }
        return hits
    }

    /// The entries that contain every word.
    private func hits(for words: [QueryWord], in scope: SearchScope) throws -> SearchHits {
        var found: [FoundWord] = []
        for (number, word) in words.enumerated() {
            var one = FoundWord(number: number, word, try readings(of: word), in: scope)
            one.hits = try allPlaces(of: Array(one.terms.keys)).map { one.hits(at: $0) }
            if one.hits?.isEmpty == true { return [:] }
            found.append(one)
        }
        // The rarest first; among frequent ones the longest.
        found.sort {
            ($0.hits?.count ?? .max, $1.length, $0.number) < ($1.hits?.count ?? .max, $0.length, $1.number)
        }
        guard let first = found.first else { return [:] }
        var hits = try first.hits ?? best(of: first, in: scope)
        for word in found.dropFirst() where !hits.isEmpty {
            let others = try word.hits ?? self.hits(of: word, among: hits, in: scope)
            hits = hits.reduce(into: [:]) { both, hit in
                guard let other = others[hit.key] else { return }
                both[hit.key] = SearchHit(score: hit.value.score + other.score, type: hit.value.type)
            }
        }
        return hits.mapValues {
            SearchHit(score: SearchQuery.score([$0.score]) / found.count, type: $0.type)
        }
    }

    /// All postings of the terms; nil if there are too many.
    private func allPlaces(of terms: [Int64]) throws -> [WordPlace]? {
        var places: [WordPlace] = []
        for block in terms.sorted().blocks(of: 512) {
            let limit = Limits.searchPlacesMax + 1 - places.count
            let sql: SQL
            switch dialect {
            case .sqlite:
                sql = """
                    SELECT term, weight, document FROM search_places
                    WHERE term \(isAmong(block)) LIMIT \(limit)
                    """
            case .postgres:
                // Each term by itself, because one plan over all would read every posting before it returns the first.
                sql = """
                    SELECT t.term, p.weight, p.document FROM unnest(\(array(block))) AS t(term)
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

    /// The best entries of a frequent word, reading by reading, until there are enough.
    private func best(of word: FoundWord, in scope: SearchScope) throws -> SearchHits {
        var hits: SearchHits = [:]
        for (number, text) in word.texts.prefix(Limits.searchReadingsMax).enumerated() {
            guard hits.count < Limits.searchHitsMax else { break }
            let terms = scope.types.indices.map { scope.term(text, of: $0) }
            // Every reading is less likely than the one before.
            let scanMax = max(Limits.searchScanMax >> number, Limits.searchScanMin)
            let places =
                try scope.condition == nil
                ? bestPlaces(of: terms)
                : terms.flatMap { try bestPlaces(of: $0, in: scope, scanMax: scanMax) }
            hits.merge(word.hits(at: places)) { SearchHit.better($0, $1) }
        }
        return hits
    }

    private func bestPlaces(of terms: [Int64]) throws -> [WordPlace] {
        let max = terms.count == 1 ? Limits.searchHitsMax : Limits.searchHitsMax / 4
        let parts = terms.map { term in
            """
            SELECT term, weight, document FROM (
                SELECT term, weight, document FROM search_places WHERE term = \(term)
                ORDER BY weight DESC, document DESC LIMIT \(max)
            ) AS places
            """ as SQL
        }
        return try rows(parts.joined(separator: " UNION ALL ")).map(WordPlace.init)
    }

    /// The best postings that match a filter, among so many.
    private func bestPlaces(of term: Int64, in scope: SearchScope, scanMax: Int) throws -> [WordPlace] {
        var (kept, seen) = ([WordPlace](), 0)
        while kept.count < Limits.searchHitsMax, seen < scanMax {
            let places = try rows(
                """
                SELECT term, weight, document FROM search_places WHERE term = \(term)
                ORDER BY weight DESC, document DESC LIMIT \(min(scanBlockSize, scanMax - seen)) OFFSET \(seen)
                """
            ).map(WordPlace.init)
            guard !places.isEmpty else { break }
            seen += places.count
            let fitting = try documents(fitting: scope, among: places.map(\.document))
            kept += places.filter { fitting.contains($0.document) }
        }
        return kept
    }

    private func documents(fitting scope: SearchScope, among documents: [Int64]) throws -> Set<Int64> {
        let rows = try rows(
            """
            SELECT s.number FROM search_documents s \(scope.joins())
            WHERE s.number \(isAmong(documents)) AND c.id = s.content_id AND \(scope.condition ?? "TRUE")
            """
        )
        return Set(try rows.map { try $0.get("number") })
    }

    /// The best entries that contain a frequent word too; stops after as many as a page shows.
    private func hits(
        of word: FoundWord,
        among others: SearchHits,
        in scope: SearchScope
    ) throws -> SearchHits {
        var hits: SearchHits = [:]
        for block in others.ranked.prefix(Limits.searchHitsMax).blocks(of: 256) {
            guard hits.count < Limits.pageSizeMax else { break }
            for (type, documents) in Dictionary(grouping: block, by: { others[$0.document]?.type ?? 0 }) {
                let terms = word.texts.prefix(Limits.searchReadingsMax).map { scope.term($0, of: type) }
                let places = try places(of: terms, at: documents.map(\.document))
                hits.merge(word.hits(at: places)) { SearchHit.better($0, $1) }
            }
        }
        return hits
    }

    private func places(of terms: [Int64], at documents: [Int64]) throws -> [WordPlace] {
        let sql: SQL =
            switch dialect {
            case .sqlite:
                """
                SELECT term, weight, document FROM search_places
                WHERE document \(isAmong(documents)) AND term \(isAmong(terms))
                """
            case .postgres:
                // Document by document: otherwise every posting of the terms may be read.
                """
                SELECT p.term, p.weight, p.document FROM unnest(\(array(documents))) AS d(number)
                CROSS JOIN LATERAL (
                    SELECT term, weight, document FROM search_places WHERE document = d.number OFFSET 0
                ) p WHERE p.term \(isAmong(terms))
                """
            }
        return try rows(sql).map(WordPlace.init)
    }

    /// A condition that a number is in the list; it follows a column.
    func isAmong(_ numbers: [Int64]) -> SQL {
        switch dialect {
        case .sqlite: "IN (\(numbers.padded.map { "\($0)" as SQL }.joined(separator: ", ")))"
        // One value, so that the plan does not depend on how many there are.
        case .postgres: "= ANY(\(array(numbers)))"
        }
    }

    private func array(_ numbers: [Int64]) -> SQL {
        let list = numbers.map { String($0) }.joined(separator: ",")
        return "CAST(\("{\(list)}") AS bigint[])"
    }
}

private let scanBlockSize = 500

/// A word of a query with its readings and their postings.
private struct FoundWord {
    let number: Int
    let length: Int
    /// The texts to look up, best first.
    let texts: [String]
    let terms: [Int64: (rank: SearchRank, type: Int)]
    /// Nil if there are too many postings.
    var hits: SearchHits?

    init(number: Int, _ word: QueryWord, _ readings: [Reading], in scope: SearchScope) {
        self.number = number
        length = (word.typed ?? word.switched)?.length ?? 0
        var ranks = Dictionary(readings.map { ($0.word.text, $0.rank) }) { max($0, $1) }
        func add(_ text: String, _ rank: SearchRank) { ranks[text] = max(ranks[text] ?? rank, rank) }
        if let typed = word.typed {
            // No lookup is needed for the word itself.
            add(typed.text, .exact)
            if typed.length <= SearchPlace.beginningLengthMax {
                add(SearchPlace.speltMark + typed.text, .prefix)
            }
            if 1...SearchPlace.beginningLengthMax ~= typed.key.unicodeScalars.count {
                add(SearchPlace.speltMark + typed.key, .keyPrefix)
                add(SearchPlace.heardMark + typed.key, .keyPrefix)
            }
        }
        texts = ranks.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        var terms: [Int64: (rank: SearchRank, type: Int)] = [:]
        for (text, rank) in ranks {
            for type in scope.types.indices { terms[scope.term(text, of: type)] = (rank, type) }
        }
        self.terms = terms
    }

    func hits(at places: [WordPlace]) -> SearchHits {
        places.reduce(into: [:]) { hits, place in
            guard let (rank, type) = terms[place.term] else { return }
            let hit = SearchHit(score: rank.rawValue * place.weight, type: type)
            hits[place.document] = hits[place.document].map { SearchHit.better($0, hit) } ?? hit
        }
    }
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

extension SearchScope {
    fileprivate func term(_ text: String, of type: Int) -> Int64 {
        SearchPlace.term(text, of: types[type].name, on: shelf)
    }
}

extension Limits {
    /// Postings that are read at once; a word of a query with more of them is frequent.
    fileprivate static let searchPlacesMax = 2_000
    /// Entries that are checked for a frequent word, best first.
    fileprivate static let searchHitsMax = 1_000
    /// Postings of a frequent word that a filter scans; half as many for each further reading.
    fileprivate static let searchScanMax = 5_000
    fileprivate static let searchScanMin = 64
    /// Readings of a frequent word that are followed.
    fileprivate static let searchReadingsMax = 32
}
