import Storage

extension Connection {
    /// The entry, including one in the trash.
    func content(_ id: String, of type: ContentType) throws -> Content {
        let key: SQL =
            if let id = Identifier.normalized(id) {
                "c.id = \(id)"
            } else {
                "c.slug = \(String(id.prefix(Limits.slugLengthMax + 1)))"
            }
        let rows = try rows(
            """
            SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
            WHERE c.type = \(type.name) AND \(key)
            """
        )
        guard let row = rows.first else {
            throw Problem.notFound(Localized("Такой записи нет.", "There is no such \(type.singular)."))
        }
        return try contents([row], of: type)[0]
    }

    /// Adds the published bodies to rows of `contents` with `draft`.
    func contents(_ rows: [Row], of type: ContentType) throws -> [Content] {
        let live = try rows.filter { try $0.get("is_live") }.map { try $0.get("id", as: String.self) }
        let bodies = try liveBodies(of: live, type)
        let numbers = try numbers(of: rows.map { try $0.get("id") }, type)
        let schedules = try schedules(of: rows.map { try $0.get("id", as: String.self) })
        return try rows.map { row in
            let id: String = try row.get("id")
            let draft: String? = try row.get("draft")
            return Content(
                id: id,
                type: type.name,
                version: try row.get("version"),
                position: try row.get("position"),
                createdAt: try row.get("created_at"),
                createdBy: try row.get("created_by"),
                number: numbers[id],
                updatedAt: try row.get("updated_at"),
                updatedBy: try row.get("updated_by"),
                trashedAt: try row.get("trashed_at"),
                archivedAt: try row.get("archived_at"),
                draft: try draft.map { text in try JSON(parsing: text).object ?? [:] },
                live: bodies[id],
                isCopy: try row.get("is_copy"),
                schedule: schedules[id] ?? Schedule()
            )
        }
    }

    private func liveBodies(of ids: [String], _ type: ContentType) throws -> [String: Body] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows("SELECT * FROM \(name: type.name) WHERE id IN (\(list))")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.get("id"), try type.body($0)) })
    }

    /// True if the change is visible to apps.
    ///
    /// `raised` is a revision that this transaction has already raised for many entries at once.
    func insert(
        _ content: Content,
        of type: ContentType,
        as action: HistoryEntry.Action? = nil,
        act: ContentStore.Act,
        raised: Int64? = nil
    ) throws -> Bool {
        try requireFreeSlug(of: content, since: nil, type)
        try send(
            """
            INSERT INTO contents (id, type, version, title, title_key, slug, position, is_live, has_draft, live_from,
                live_until, created_at, created_by, updated_at, updated_by, archived_at, is_copy)
            VALUES (\(content.id), \(type.name), \(content.version), \(type.title(of: content.fields)),
                \(sortKey(type.title(of: content.fields))), \(type.slug(of: content.fields)), \(content.position),
                \(content.live != nil), \(content.draft != nil), \(content.live?.timestamp("live_from")),
                \(content.live?.timestamp("live_until")), \(content.createdAt), \(content.createdBy),
                \(content.updatedAt), \(content.updatedBy), \(content.archivedAt), \(content.isCopy))
            """
        )
        try keep(nil, content, of: type)
        let action = action ?? (content.live == nil ? .created : .published)
        let isNoticed = try record(action, nil, content, of: type, act: act, raised: raised)
        // After the revision, because an import takes the two locks in this order.
        if type.isNumbered { try giveNumber(to: content) }
        return isNoticed
    }

    /// Replaces `before` with `after`; throws `.stale` if another writer was first.
    ///
    /// The database decides, so two writers cannot both win. True if the change is visible to apps.
    func replace(
        _ before: Content,
        by after: Content,
        of type: ContentType,
        action: HistoryEntry.Action,
        act: ContentStore.Act,
        raised: Int64? = nil,
        with companions: [Undo.Companion] = [],
        sameAs: Int64? = nil
    ) throws -> Bool {
        let isTrashed = after.trashedAt != nil
        try requireFreeSlug(of: after, since: before, type)
        let count = try execute(
            """
            UPDATE contents SET version = \(after.version), title = \(type.title(of: after.fields)),
                title_key = \(sortKey(type.title(of: after.fields))),
                slug = \(isTrashed ? nil : type.slug(of: after.fields)), is_live = \(after.live != nil),
                has_draft = \(after.draft != nil), live_from = \(after.live?.timestamp("live_from")),
                live_until = \(after.live?.timestamp("live_until")), updated_at = \(after.updatedAt),
                updated_by = \(after.updatedBy), trashed_at = \(after.trashedAt),
                archived_at = \(after.archivedAt), is_copy = \(after.isCopy)
            WHERE id = \(after.id) AND version = \(before.version)
            """
        )
        guard count == 1 else {
            throw Problem.stale(try content(after.id, of: type), of: type, at: after.updatedAt)
        }
        if isTrashed, before.trashedAt == nil {
            try requireUnreferenced(after)
            try send("DELETE FROM links WHERE from_id = \(after.id)")
        }
        try keep(before, after, of: type)
        for end in Schedule.ends(from: before, to: after) { _ = try dropSchedule(end, of: after.id) }
        var undo = Undo(from: before, to: after)
        (undo.companions, undo.sameAs) = (companions, sameAs)
        return try record(action, before, after, of: type, act: act, raised: raised, undo: undo)
    }

    /// Updates the draft, the live row and the links of an entry from `before` to `after`.
    private func keep(_ before: Content?, _ after: Content, of type: ContentType) throws {
        let isRecovered = before?.trashedAt != nil && after.trashedAt == nil
        if before?.draft != after.draft || isRecovered {
            if let draft = after.draft {
                try send(
                    """
                    INSERT INTO drafts (content_id, body) VALUES (\(after.id), \(JSON.object(draft).text))
                    ON CONFLICT (content_id) DO UPDATE SET body = excluded.body
                    """
                )
            } else if before?.draft != nil {
                try send("DELETE FROM drafts WHERE content_id = \(after.id)")
            }
            if after.trashedAt == nil {
                // An entry in the trash has no links.
                let linked = isRecovered ? [:] : before?.draft ?? [:]
                try link(after, isLive: false, from: linked, to: after.draft ?? [:], of: type)
            }
        }
        if before?.live != after.live {
            try keepFormerSlugs(from: before, to: after, of: type)
            if before?.live != nil { try send("DELETE FROM \(name: type.name) WHERE id = \(after.id)") }
            if let live = after.live {
                let columns = type.row(live)
                let names = columns.map { "\(name: $0.name)" as SQL }.joined(separator: ", ")
                let values = columns.map { "\($0.value)" as SQL }.joined(separator: ", ")
                try send(
                    """
                    INSERT INTO \(name: type.name) (id, version, published_at, \(names))
                    VALUES (\(after.id), \(after.version), \(after.updatedAt), \(values))
                    """
                )
            }
            if after.trashedAt == nil {
                try link(after, isLive: true, from: before?.live ?? [:], to: after.live ?? [:], of: type)
            }
        }
        try queueForSearch(before, after, of: type)
    }

    /// Raises the revision and returns true if the change is visible to apps; writes the history entry.
    func record(
        _ action: HistoryEntry.Action,
        _ before: Content?,
        _ after: Content,
        of type: ContentType,
        act: ContentStore.Act,
        raised: Int64? = nil,
        undo: Undo? = nil
    ) throws -> Bool {
        let isNoticed = before?.live != after.live || action == .moved && after.live != nil
        let revision = isNoticed ? try raised ?? raiseRevision(of: type.name) : nil
        let body: String? =
            switch action {
            case .moved, .failed, .purged: nil
            case .created, .copied, .saved, .published, .unpublished, .discarded, .flagged, .restored,
                .archived,
                .unarchived, .removed, .recovered, .reverted:
                JSON.object(after.fields).text
            }
        let entry: SQL = """
            INSERT INTO history (content_id, type, version, revision, action, body, at, author, staff_id, door,
                note, undo)
            VALUES (\(after.id), \(type.name), \(after.version), \(revision), \(action.rawValue), \(body),
                \(after.updatedAt), \(act.author.name), \(act.author.staffID), \(act.author.door.rawValue),
                \(act.note), \(undo?.json.text))
            RETURNING id
            """
        let answers = try rows(each: [entry, Hook.active])
        if let number: Int64 = try answers[0].first?.get("id") {
            let hooks = try answers[1].map(Hook.init)
            try announce(action, after, of: type, number: number, act: act, to: hooks)
        }
        if raised == nil { notify() }
        return isNoticed
    }
}
