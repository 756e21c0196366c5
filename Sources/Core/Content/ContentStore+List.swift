import Storage

extension ContentStore {
    package func list(_ query: ContentQuery, of type: ContentType) async throws -> Page<Content> {
        let now = now()
        if query.search != nil { try await searchIndex.catchUp() }
        return try await database.read { connection in
            let hits = try query.search.map { try connection.hits($0, query, of: type, at: now) }
            let found = hits.map { connection.isAmong($0) }
            let states = try query.hasStates ? connection.states(query, of: type, at: now, among: found) : nil
            let total: Int64? =
                try query.isCounted
                ? query.total(among: states)
                    ?? connection.rows(query.count(type, at: now, among: found)).first?.get("total") : nil
            if let hits, !query.isSorted {
                var page = try connection.page(of: hits, query, of: type, at: now)
                (page.total, page.states) = (total, states)
                return page
            }
            let asked = query.isBackwards ? query.reversed : query
            let rows = try connection.rows(asked.sql(type, at: now, among: found))
            var shown = Array(rows.prefix(query.limit))
            if query.isBackwards { shown.reverse() }
            let hasMore = rows.count > query.limit
            let (isFirst, isLast) =
                query.isBackwards ? (!hasMore, false) : (query.cursor == nil, !hasMore)
            var page = Page(
                elements: try connection.contents(shown, of: type),
                next: isLast ? nil : try shown.last.map { try query.mark($0) },
                previous: isFirst ? nil : try shown.first.map { try query.mark($0) },
                total: total
            )
            page.states = states
            return page
        }
    }
}

extension Connection {
    /// The number of entries in each state, among those that match the search and the filters.
    fileprivate func states(
        _ query: ContentQuery,
        of type: ContentType,
        at now: Timestamp,
        among found: SQL?
    ) throws -> [Content.State: Int64] {
        let isWhole = found == nil && query.filters.isEmpty
        let sql = isWhole ? type.states(at: now) : query.states(type, at: now, among: found)
        guard let row = try rows(sql).first else { return [:] }
        var counts: [Content.State: Int64] = [:]
        for state in Content.State.allCases { counts[state] = try row.get(state.rawValue, as: Int64.self) }
        return counts
    }
}

extension ContentType {
    /// The number of all entries in each state.
    ///
    /// Each part reads a range of one index. Most entries are live: they are counted with the scheduled and the ended
    /// ones, which are then taken off.
    fileprivate func states(at now: Timestamp) -> SQL {
        let entries: SQL = "contents c WHERE c.type = \(name)"
        return """
            SELECT published - scheduled - ended AS live, scheduled, ended, draft, archived, trash
            FROM (SELECT count(*) AS published, \(Content.State.counts(of: [.ended], at: now))
                FROM \(entries) AND c.is_live = \(true)) one
            CROSS JOIN (SELECT count(*) AS scheduled
                FROM \(entries) AND c.is_live = \(true) AND c.live_from > \(now)) two
            CROSS JOIN (SELECT \(Content.State.counts(of: [.draft, .archived, .trash], at: now))
                FROM \(entries) AND c.is_live = \(false)) three
            """
    }
}

extension ContentQuery {
    /// The condition on entries (`c`) with their drafts (`d`) and published rows (`l`).
    func condition(_ type: ContentType, at now: Timestamp) -> SQL {
        ([place(type, at: now)] + filters.map { $0.field.condition($0.value) }).joined(separator: " AND ")
    }

    /// The part of the condition that only needs entries (`c`).
    private func place(_ type: ContentType, at now: Timestamp) -> SQL {
        let state =
            state.map { $0.condition(at: now) }
            ?? (includesArchive ? "c.trashed_at IS NULL" : "c.trashed_at IS NULL AND c.archived_at IS NULL")
        return "c.type = \(type.name) AND \(state)"
    }

    /// `found` is a condition on the search documents (`s`) to use; nil for all entries of the type.
    fileprivate func sql(_ type: ContentType, at now: Timestamp, among found: SQL?) -> SQL {
        var conditions = conditions(type, at: now, among: found)
        if let cursor { conditions.append(after(cursor)) }
        let direction: SQL = isDescending ? "DESC" : "ASC"
        let tie: SQL = isNewestFirst ? "DESC" : "ASC"
        let order: SQL = "ORDER BY \(column) \(direction), c.id \(tie) LIMIT \(limit + 1)"
        let condition = conditions.joined(separator: " AND ")
        guard found != nil else {
            return "SELECT c.*, d.body AS draft \(source(type, isAmong: false)) WHERE \(condition) \(order)"
        }
        // The matches are few; an index in the requested order would lead through everything else.
        return """
            WITH found AS MATERIALIZED (SELECT c.* \(source(type, isAmong: true)) WHERE \(condition)),
            page AS MATERIALIZED (SELECT c.* FROM found c \(order))
            SELECT c.*, d.body AS draft FROM page c LEFT JOIN drafts d ON d.content_id = c.id \(order)
            """
    }

    /// The number of matching entries, if the numbers in each state tell it.
    fileprivate func total(among states: [Content.State: Int64]?) -> Int64? {
        guard let states, sort != .liveFrom, sort != .liveUntil else { return nil }
        if let state { return states[state] }
        let hidden: [Content.State] = includesArchive ? [.trash] : [.trash, .archived]
        return states.reduce(0) { $0 + (hidden.contains($1.key) ? 0 : $1.value) }
    }

    /// The number of entries in each state that match the search and the filters, in one scan.
    fileprivate func states(_ type: ContentType, at now: Timestamp, among found: SQL?) -> SQL {
        "SELECT \(Content.State.counts(of: Content.State.allCases, at: now)) FROM \(narrowed(type, among: found))"
    }

    /// The source of a statement: the entries (`c`) in any state that match the filters and the search.
    fileprivate func narrowed(_ type: ContentType, among found: SQL?) -> SQL {
        let ofType: SQL = "c.type = \(type.name)"
        if let found {
            let conditions =
                [ofType, found, "c.id = s.content_id"] + filters.map { $0.field.condition($0.value) }
            return
                "(SELECT c.* \(source(type, isAmong: true)) WHERE \(conditions.joined(separator: " AND "))) c"
        }
        let live = filters.map { $0.field.liveCondition($0.value) }.joined(separator: " AND ")
        let draft = filters.map { $0.field.draftCondition($0.value) }.joined(separator: " AND ")
        return """
            (SELECT c.* FROM \(name: type.name) l CROSS JOIN contents c
                WHERE c.id = l.id AND NOT c.has_draft AND \(live) AND \(ofType)
            UNION ALL SELECT c.* FROM drafts d CROSS JOIN contents c
                WHERE c.id = d.content_id AND c.has_draft AND \(draft) AND \(ofType)) c
            """
    }

    func count(_ type: ContentType, at now: Timestamp, among found: SQL?) -> SQL {
        guard found == nil, !filters.isEmpty else {
            // Without a filter the entries alone are enough.
            let source: SQL = found == nil ? "FROM contents c" : source(type, isAmong: true)
            let conditions = conditions(type, at: now, among: found).joined(separator: " AND ")
            return "SELECT count(*) AS total \(source) WHERE \(conditions)"
        }
        // Counts the live table and the drafts, which are few, separately: three joins per entry are slow.
        let base = conditions(type, at: now, among: nil, withFilters: false).joined(separator: " AND ")
        let live = filters.map { $0.field.liveCondition($0.value) }.joined(separator: " AND ")
        let draft = filters.map { $0.field.draftCondition($0.value) }.joined(separator: " AND ")
        return """
            SELECT (SELECT count(*) FROM \(name: type.name) l CROSS JOIN contents c
                WHERE c.id = l.id AND NOT c.has_draft AND \(live) AND \(base))
            + (SELECT count(*) FROM drafts d CROSS JOIN contents c
                WHERE c.id = d.content_id AND c.has_draft AND \(draft) AND \(base)) AS total
            """
    }

    private func source(_ type: ContentType, isAmong: Bool) -> SQL {
        // A cross join prevents SQLite from scanning the whole type.
        let contents: SQL = isAmong ? "search_documents s CROSS JOIN contents c" : "contents c"
        return """
            FROM \(contents)
            LEFT JOIN drafts d ON d.content_id = c.id
            LEFT JOIN \(name: type.name) l ON l.id = c.id
            """
    }

    private func conditions(
        _ type: ContentType,
        at now: Timestamp,
        among found: SQL?,
        withFilters: Bool = true
    ) -> [SQL] {
        var conditions = [withFilters ? condition(type, at: now) : place(type, at: now)]
        if let found { conditions += [found, "c.id = s.content_id"] }
        if sort == .liveFrom || sort == .liveUntil { conditions.append("\(column) IS NOT NULL") }
        return conditions
    }

    private var column: SQL {
        switch sort {
        case .position: "c.position"
        case .title: "c.title_key"
        case .createdAt: "c.created_at"
        case .updatedAt: "c.updated_at"
        case .liveFrom: "c.live_from"
        case .liveUntil: "c.live_until"
        }
    }

    /// The cursor of a row in this order.
    fileprivate func mark(_ row: Row) throws -> String {
        Cursor(sort: sort, isDescending: isDescending, key: try key(of: row), id: try row.get("id")).text
    }

    fileprivate func key(of row: Row) throws -> JSON {
        switch sort {
        case .position: .integer(try row.get("position"))
        case .title: .string(try row.get("title_key"))
        case .createdAt, .updatedAt, .liveFrom, .liveUntil:
            .string(try row.get(sort.rawValue, as: Timestamp.self).description)
        }
    }

    /// The order of entries with the same key; ids grow with time.
    ///
    /// By position, the newest comes first; any other order is that of its index, because thousands of entries that one
    /// import wrote at once would otherwise have to be sorted for each page.
    private var isNewestFirst: Bool { isDescending != (sort == .position) }

    private func after(_ cursor: Cursor) -> SQL {
        let key: Value =
            switch sort {
            case .position: cursor.key.integer.value
            case .title: cursor.key.string.value
            case .createdAt, .updatedAt, .liveFrom, .liveUntil:
                cursor.key.string.flatMap { Timestamp($0) }.value
            }
        // The first condition alone is a range of the index, at which the scan starts.
        let (range, beyond): (SQL, SQL) = isDescending ? ("<=", "<") : (">=", ">")
        let next: SQL = isNewestFirst ? "<" : ">"
        return """
            \(column) \(range) \(key)
            AND (\(column) \(beyond) \(key) OR c.id \(next) \(cursor.id))
            """
    }
}

extension Content.State {
    /// The numbers of entries (`c`) in these states.
    fileprivate static func counts(of states: [Self], at now: Timestamp) -> SQL {
        states.map { state -> SQL in
            "count(*) FILTER (WHERE \(state.condition(at: now))) AS \(name: state.rawValue)"
        }.joined(separator: ", ")
    }

    func condition(at now: Timestamp) -> SQL {
        switch self {
        case .trash: "c.trashed_at IS NOT NULL"
        case .archived: "c.trashed_at IS NULL AND c.archived_at IS NOT NULL"
        case .draft: "c.trashed_at IS NULL AND c.archived_at IS NULL AND NOT c.is_live"
        case .scheduled: "c.is_live AND c.live_from > \(now)"
        case .ended: "c.is_live AND c.live_until < \(now) AND (c.live_from IS NULL OR c.live_from <= \(now))"
        case .live:
            """
            c.is_live AND (c.live_from IS NULL OR c.live_from <= \(now))
            AND (c.live_until IS NULL OR c.live_until >= \(now))
            """
        }
    }
}

extension Field {
    /// True for entries whose working copy has the value in this field.
    fileprivate func condition(_ value: JSON) -> SQL {
        !targets.isEmpty
            ? linkCondition(value)
            : "(c.has_draft AND \(draftCondition(value)) OR NOT c.has_draft AND \(liveCondition(value)))"
    }

    /// The same condition on a draft (`d`).
    func draftCondition(_ value: JSON) -> SQL {
        // `->` returns JSON on both databases; as text it can be compared.
        !targets.isEmpty ? linkCondition(value) : "CAST(d.body -> \(literal: name) AS TEXT) = \(value.text)"
    }

    /// The same condition on a published row (`l`).
    fileprivate func liveCondition(_ value: JSON) -> SQL {
        !targets.isEmpty ? linkCondition(value) : "l.\(name: name) = \(typed(value))"
    }

    private func linkCondition(_ value: JSON) -> SQL {
        """
        EXISTS (SELECT 1 FROM links k WHERE k.from_id = c.id AND k.is_live <> c.has_draft
            AND k.field = \(name) AND k.to_id = \(value.string))
        """
    }

    private func typed(_ value: JSON) -> Value {
        switch value {
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .string(let text): .text(text)
        case .null, .decimal, .array, .object: .null
        }
    }
}
