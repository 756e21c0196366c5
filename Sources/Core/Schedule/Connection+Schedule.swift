import Storage

extension Connection {
    /// Locks the entries against other changes until this transaction ends.
    ///
    /// They are locked in the order of their ids, so that concurrent transactions cannot deadlock.
    func lock(_ ids: [String]) throws {
        guard dialect == .postgres, !ids.isEmpty else { return }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        _ = try rows("SELECT id FROM contents WHERE id IN (\(list)) ORDER BY id FOR NO KEY UPDATE")
    }

    /// The entry, locked against other changes.
    func lockedContent(_ id: String, of type: ContentType) throws -> Content {
        let id = try content(id, of: type).id
        try lock([id])
        return try content(id, of: type)
    }

    /// The pending changes of each of the entries, in one query for all of them.
    func schedules(of ids: [String]) throws -> [String: Schedule] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows(
            """
            SELECT content_id, action, at, note, author, staff_id, failed_at, fault,
                NULL AS release_id, NULL AS release_title
            FROM schedules WHERE content_id IN (\(list))
            UNION ALL
            SELECT i.content_id, i.action, r.at, r.note, r.author, r.staff_id, NULL, NULL, r.id, r.title
            FROM release_items i JOIN releases r ON r.id = i.release_id
            WHERE i.is_open AND i.content_id IN (\(list))
            """
        )
        var schedules: [String: Schedule] = [:]
        for row in rows {
            let id: String = try row.get("content_id")
            let action = try Schedule.Action(row)
            if let release: String = try row.get("release_id") {
                schedules[id, default: Schedule()].release = Schedule.Place(
                    id: release,
                    title: try row.get("release_title"),
                    action: action,
                    at: try row.get("at")
                )
            } else {
                schedules[id, default: Schedule()][action] = try Schedule.Change(row)
            }
        }
        return schedules
    }

    /// Stores the change in place of a pending one for the same entry.
    func keep(_ change: Schedule.Change, _ action: Schedule.Action, of id: String, at now: Timestamp) throws {
        try send(
            """
            INSERT INTO schedules (content_id, action, at, note, author, staff_id, created_at, failed_at, fault)
            VALUES (\(id), \(action.rawValue), \(change.at), \(change.note), \(change.author),
                \(change.staffID), \(now), \(change.failedAt), \(change.fault?.kept.text))
            ON CONFLICT (content_id, action) DO UPDATE SET at = excluded.at, note = excluded.note,
                author = excluded.author, staff_id = excluded.staff_id, created_at = excluded.created_at,
                failed_at = excluded.failed_at, fault = excluded.fault
            """
        )
    }

    /// Removes a due change; nil if another server was first, or somebody has rescheduled it.
    func takeSchedule(
        _ action: Schedule.Action,
        of id: String,
        dueAt now: Timestamp
    ) throws -> Schedule.Change? {
        try rows(
            """
            DELETE FROM schedules WHERE content_id = \(id) AND action = \(action.rawValue) AND at <= \(now)
                AND failed_at IS NULL
            RETURNING *
            """
        ).first.map { try Schedule.Change($0) }
    }

    /// Publishes or withdraws an entry within a savepoint that is rolled back if it throws.
    ///
    /// True if the change is visible to apps.
    func carryOut(
        _ action: Schedule.Action,
        on id: String,
        of type: ContentType,
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Bool {
        let change: Edit =
            switch action {
            case .publish: .publish
            case .withdraw: .unpublish
            }
        return try savepoint {
            try perform(change, on: id, of: type, among: [type], as: act, at: now).isNoticed
        }
    }

    /// False if there was no such change.
    func dropSchedule(_ action: Schedule.Action, of id: String) throws -> Bool {
        try execute("DELETE FROM schedules WHERE content_id = \(id) AND action = \(action.rawValue)") > 0
    }
}

extension Schedule.Action {
    init(_ row: Row) throws {
        let name: String = try row.get("action")
        guard let action = Self(rawValue: name) else {
            throw StorageError.column("action", "holds \(name)")
        }
        self = action
    }
}

extension Schedule.Change {
    init(_ row: Row) throws {
        self.init(
            at: try row.get("at"),
            author: try row.get("author"),
            staffID: try row.get("staff_id"),
            note: try row.get("note"),
            failedAt: try row.get("failed_at"),
            fault: try Problem(kept: row.get("fault"))
        )
    }
}
