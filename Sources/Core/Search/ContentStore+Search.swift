import Storage

extension ContentStore {
    /// An entry that was found, with an excerpt that shows the match.
    package struct Found: Sendable {
        package let content: Content
        package let type: ContentType
        package let excerpt: SearchExcerpt?
    }

    package var searchIndex: SearchIndex { SearchIndex(database: database, types: types) }

    /// The search results among active entries of several types.
    package func search(
        _ query: SearchQuery,
        in types: [ContentType],
        limit: Int,
        after cursor: String?
    ) async throws -> Page<Found> {
        let after = cursor.flatMap { RankCursor($0) }
        guard cursor == nil || after != nil else {
            throw Problem.invalid([
                Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list")
            ])
        }
        try await searchIndex.catchUp()
        return try await database.read { connection in
            let scope = SearchScope(types: types)
            let hits = try connection.search(query, in: scope).ranked
            let page = try connection.page(of: hits, in: scope, limit: limit, after: after)
            return Page(
                elements: page.elements.map { content, type in
                    Found(content: content, type: type, excerpt: SearchExcerpt(content, of: type, for: query))
                },
                next: page.next
            )
        }
    }
}

extension SearchQuery {
    /// The fault of a query without a word.
    static let wordless = Localized("нужны буквы или цифры", "must have letters or digits")

    /// Parses the text of a query, or throws its fault.
    package init(checking text: String) throws(Problem) {
        guard text.count <= Limits.searchTextLengthMax else {
            throw .invalid([
                Fault(
                    "#/q",
                    "не длиннее \(Limits.searchTextLengthMax) знаков",
                    "must be at most \(Limits.searchTextLengthMax) characters"
                )
            ])
        }
        guard let query = SearchQuery(text) else { throw .invalid([Fault("#/q", Self.wordless)]) }
        self = query
    }
}

extension ContentQuery {
    private var shelf: Content.Shelf {
        switch state {
        case .trash?: .trash
        case .archived?: .archive
        case .draft?, .scheduled?, .live?, .ended?, nil: .active
        }
    }

    fileprivate func scope(_ type: ContentType, at now: Timestamp) -> SearchScope {
        SearchScope(
            types: [type],
            shelf: shelf,
            condition: state == nil && filters.isEmpty ? nil : condition(type, at: now)
        )
    }
}

extension Connection {
    /// The matching entries, best first.
    func hits(
        _ search: SearchQuery,
        _ query: ContentQuery,
        of type: ContentType,
        at now: Timestamp
    ) throws -> [RankedHit] {
        try self.search(search, in: query.scope(type, at: now)).ranked
    }

    /// The condition that search documents (`s`) are hits, for counts and for lists in another order.
    func isAmong(_ hits: [RankedHit]) -> SQL {
        "s.number \(isAmong(hits.isEmpty ? [-1] : hits.map(\.document)))"
    }

    /// A page of the hits, best first.
    func page(
        of hits: [RankedHit],
        _ query: ContentQuery,
        of type: ContentType,
        at now: Timestamp
    ) throws -> Page<Content> {
        let scope = query.scope(type, at: now)
        let page = try page(of: hits, in: scope, limit: query.limit, after: query.rankCursor)
        return Page(elements: page.elements.map(\.0), next: page.next)
    }

    /// The entries on one page of hits, without those outside the scope.
    fileprivate func page(
        of hits: [RankedHit],
        in scope: SearchScope,
        limit: Int,
        after cursor: RankCursor?
    ) throws -> Page<(Content, ContentType)> {
        var rest = hits[...]
        if let cursor { rest = rest.drop { !cursor.isBefore($0) } }
        var kept: [(hit: RankedHit, row: Row)] = []
        while kept.count <= limit, !rest.isEmpty {
            // The filter may drop some, so a few more are read than are needed.
            let block = rest.prefix(scope.condition == nil ? limit + 1 : max(limit + 1, filteredBlockSize))
            rest = rest.dropFirst(block.count)
            let rows = try contentRows(block.map(\.document), in: scope)
            kept += block.compactMap { hit in rows[hit.document].map { (hit, $0) } }
        }
        let elements = try contents(kept.prefix(limit).map(\.row), of: scope.types)
        guard kept.count > limit, let last = kept.prefix(limit).last?.hit else {
            return Page(elements: elements, next: nil)
        }
        let next = RankCursor(score: last.score, document: last.document).text
        return Page(elements: elements, next: next)
    }

    private func contentRows(_ documents: [Int64], in scope: SearchScope) throws -> [Int64: Row] {
        let condition = scope.condition ?? "c.trashed_at IS NULL AND c.archived_at IS NULL"
        let rows = try rows(
            """
            SELECT c.*, d.body AS draft, s.number AS search_number FROM search_documents s \(scope.joins())
            WHERE s.number \(isAmong(documents)) AND c.id = s.content_id AND \(condition)
            """
        )
        return Dictionary(try rows.map { (try $0.get("search_number"), $0) }) { first, _ in first }
    }

    /// Completes rows of several types, in their order.
    private func contents(_ rows: [Row], of types: [ContentType]) throws -> [(Content, ContentType)] {
        var contents: [String: (Content, ContentType)] = [:]
        for (name, rows) in Dictionary(grouping: rows, by: { try? $0.get("type", as: String.self) }) {
            guard let type = types.first(where: { $0.name == name }) else { continue }
            for content in try self.contents(rows, of: type) { contents[content.id] = (content, type) }
        }
        return try rows.compactMap { contents[try $0.get("id", as: String.self)] }
    }
}

private let filteredBlockSize = 256
