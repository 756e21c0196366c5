import Storage

extension ContentStore {
    /// Versions of each entry that no retention removes.
    package static let versionsKeptMin = 10

    /// The history of an entry, newest first.
    package func history(
        of id: String,
        _ type: ContentType,
        limit: Int,
        before: Int64?
    ) async throws -> Page<HistoryEntry> {
        try await database.read { connection in
            let content = try connection.content(id, of: type)
            let rows = try connection.rows(
                """
                SELECT * FROM history WHERE content_id = \(content.id) AND id < \(before ?? .max)
                ORDER BY id DESC LIMIT \(limit + 1)
                """
            )
            let entries = try rows.prefix(limit).map(HistoryEntry.init)
            return Page(
                elements: entries,
                next: rows.count > limit ? entries.last.map { String($0.id) } : nil
            )
        }
    }

    /// One version with its whole body; nil if the history does not have it, or no longer has it.
    package func version(
        _ version: Int64,
        of id: String,
        _ type: ContentType
    ) async throws -> HistoryEntry? {
        try await database.read { connection in
            let content = try connection.content(id, of: type)
            let rows = try connection.rows(
                """
                SELECT * FROM history WHERE content_id = \(content.id) AND version = \(version)
                ORDER BY CASE WHEN body IS NULL THEN 1 ELSE 0 END, id DESC LIMIT 1
                """
            )
            guard let entry = try rows.first.map(HistoryEntry.init), entry.body == nil else {
                return try rows.first.map(HistoryEntry.init)
            }
            // An act that leaves the body unchanged stores none.
            return entry.with(try connection.lastBody(of: content.id, before: entry.id))
        }
    }

    /// The differences between two versions, or between one and the current state.
    package func diff(
        of id: String,
        _ type: ContentType,
        from: ContentDiff.Side,
        to: ContentDiff.Side
    ) async throws -> ContentDiff {
        try await database.read { connection in
            let content = try connection.content(id, of: type)
            let before = try connection.body(of: content, at: from)
            let after = try connection.body(of: content, at: to)
            let changes = type.changes(from: before.body, to: after.body)
            return ContentDiff(
                from: (from, before.entry),
                to: (to, after.entry),
                changes: changes,
                titles: try connection.titles(in: changes, of: type)
            )
        }
    }

    /// The entries that refer to this one.
    package func uses(of id: String, _ type: ContentType) async throws -> [Use] {
        let types = types
        return try await database.read { connection in
            let content = try connection.content(id, of: type)
            return try connection.uses(of: content, among: types, limit: Limits.usesClearedMax)
        }
    }

    /// Deletes history entries older than `age`, but never the newest of each entry; returns the number deleted.
    ///
    /// A server that was suspended for longer than that reloads its live sets.
    @discardableResult
    package func forgetHistory(olderThan age: Duration) async throws -> Int {
        let border = now().advanced(by: .zero - age)
        var (cursor, count) = (Int64(0), 0)
        while true {
            let last = cursor
            let (next, removed) = try await database.write { connection in
                try connection.forgetHistory(after: last, before: border)
            }
            count += removed
            guard let next else { return count }
            cursor = next
        }
    }
}

extension Connection {
    /// The newest history entry of a version that holds a body.
    func historyEntry(of id: String, version: Int64) throws -> HistoryEntry? {
        try rows(
            """
            SELECT * FROM history WHERE content_id = \(id) AND version = \(version) AND body IS NOT NULL
            ORDER BY id DESC LIMIT 1
            """
        ).first.map(HistoryEntry.init)
    }

    fileprivate func lastBody(of id: String, before entry: Int64) throws -> Body? {
        try rows(
            """
            SELECT * FROM history WHERE content_id = \(id) AND id < \(entry) AND body IS NOT NULL
            ORDER BY id DESC LIMIT 1
            """
        ).first.map(HistoryEntry.init)?.body
    }

    fileprivate func body(
        of content: Content,
        at side: ContentDiff.Side
    ) throws -> (body: Body, entry: HistoryEntry?) {
        switch side {
        case .draft: return (content.fields, nil)
        case .live: return (content.live ?? [:], nil)
        case .version(let version):
            guard let entry = try historyEntry(of: content.id, version: version), let body = entry.body else {
                throw Problem.notFound(
                    Localized(
                        "Версии \(version) нет в истории.",
                        "There is no version \(version) in the history."
                    )
                )
            }
            return (body, entry)
        }
    }

    /// The titles of the entries that the changes refer to, by id.
    fileprivate func titles(in changes: [ContentDiff.Change], of type: ContentType) throws -> [String: String]
    {
        let body = { (side: (ContentDiff.Change) -> JSON?) in
            Dictionary(changes.compactMap { change in side(change).map { (change.name, $0) } }) { first, _ in
                first
            }
        }
        let ids = Set([body(\.before), body(\.after)].flatMap { type.references(in: $0).flatMap(\.ids) })
        guard !ids.isEmpty else { return [:] }
        let list = ids.sorted().map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows("SELECT id, title FROM contents WHERE id IN (\(list))")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.get("id"), try $0.get("title")) })
    }

    /// Continues after the history entry `cursor`; `next` is nil if the rest is young enough.
    fileprivate func forgetHistory(
        after cursor: Int64,
        before border: Timestamp
    ) throws -> (next: Int64?, count: Int) {
        let batch = try rows(
            """
            SELECT id, at FROM history WHERE id > \(cursor) ORDER BY id LIMIT \(Limits.housekeepingBatch)
            """
        ).filter { try $0.get("at", as: Timestamp.self) < border }.map { try $0.get("id", as: Int64.self) }
        guard let last = batch.last else { return (nil, 0) }
        // Triggers refuse to delete history except in this transaction, and never anything younger than the border.
        try send("INSERT INTO history_passes (before) VALUES (\(border))")
        let removed = try rows(
            """
            DELETE FROM history WHERE id > \(cursor) AND id <= \(last) AND at < \(border) AND EXISTS (
                SELECT 1 FROM history AS newer
                WHERE newer.content_id = history.content_id AND newer.id > history.id
                ORDER BY newer.id LIMIT 1 OFFSET \(ContentStore.versionsKeptMin - 1)
            ) RETURNING type, revision
            """
        )
        try send("DELETE FROM history_passes")
        var revisions: [String: Int64] = [:]
        for row in removed {
            guard let revision: Int64 = try row.get("revision") else { continue }
            let type: String = try row.get("type")
            revisions[type] = max(revisions[type] ?? 0, revision)
        }
        for (type, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            try send(
                "UPDATE revisions SET whole_at = \(revision) WHERE type = \(type) AND whole_at < \(revision)"
            )
        }
        return (batch.count < Limits.housekeepingBatch ? nil : last, removed.count)
    }
}

extension HistoryEntry {
    fileprivate func with(_ body: Body?) -> HistoryEntry {
        HistoryEntry(
            id: id,
            version: version,
            action: action,
            at: at,
            author: author,
            door: door,
            note: note,
            body: body
        )
    }

    init(_ row: Row) throws {
        let body: String? = try row.get("body")
        self.init(
            id: try row.get("id"),
            version: try row.get("version"),
            action: Action(rawValue: try row.get("action")) ?? .saved,
            at: try row.get("at"),
            author: try row.get("author"),
            door: try row.get("door"),
            note: try row.get("note"),
            body: try body.flatMap { text in try JSON(parsing: text).object }
        )
    }
}
