import Storage

extension Connection {
    private var releaseColumns: SQL {
        "r.*, (SELECT count(*) FROM release_items i WHERE i.release_id = r.id) AS item_count"
    }

    func releases(in state: Release.State?, before cursor: String?, limit: Int) throws -> [Release] {
        var conditions: [SQL] = ["TRUE"]
        if let state { conditions.append("r.state = \(state.rawValue)") }
        if let cursor { conditions.append("r.id < \(cursor)") }
        return try rows(
            """
            SELECT \(releaseColumns) FROM releases r WHERE \(conditions.joined(separator: " AND "))
            ORDER BY r.id DESC LIMIT \(limit)
            """
        ).map { try Release($0) }
    }

    /// The release with all its items.
    func release(_ id: String, types: [ContentType]) throws -> Release {
        let found = try Identifier.normalized(id).map { id in
            try rows("SELECT \(releaseColumns) FROM releases r WHERE r.id = \(id)")
        }
        guard let row = found?.first else {
            throw Problem.notFound(Localized("Такого выпуска нет.", "There is no such release."))
        }
        var release = try Release(row)
        release.items = try items(of: release.id, types: types)
        return release
    }

    /// The release, locked against other changes.
    func lockedRelease(_ id: String, types: [ContentType]) throws -> Release {
        if dialect == .postgres, let id = Identifier.normalized(id) {
            _ = try rows("SELECT id FROM releases WHERE id = \(id) FOR UPDATE")
        }
        return try release(id, types: types)
    }

    /// The items of a release: types in the order of their declarations, entries by title.
    private func items(of release: String, types: [ContentType]) throws -> [Release.Item] {
        let rows = try rows(
            """
            SELECT c.*, d.body AS draft, i.action FROM release_items i JOIN contents c ON c.id = i.content_id
            LEFT JOIN drafts d ON d.content_id = c.id
            WHERE i.release_id = \(release) ORDER BY c.title_key, c.id
            """
        )
        var actions: [String: Schedule.Action] = [:]
        for row in rows { actions[try row.get("id")] = try Schedule.Action(row) }
        return try types.flatMap { type in
            let own = try rows.filter { try $0.get("type", as: String.self) == type.name }
            return try contents(own, of: type).map { content in
                Release.Item(content: content, type: type, action: actions[content.id] ?? .publish)
            }
        }
    }

    /// The entry of any of the types.
    func content(_ id: String, among types: [ContentType]) throws -> (Content, ContentType) {
        let name: String? = try Identifier.normalized(id).flatMap { id in
            try rows("SELECT type FROM contents WHERE id = \(id)").first?.get("type")
        }
        guard let type = types.first(where: { $0.name == name }) else {
            throw Problem.notFound(Localized("Такой записи нет.", "There is no such entry."))
        }
        return (try content(id, of: type), type)
    }

    /// Carries out all items of the release; true if the change is visible to apps.
    ///
    /// Throws the faults of all items at once; the transaction must then be rolled back.
    func carryOut(_ release: Release, as act: ContentStore.Act, at now: Timestamp) throws -> Bool {
        guard !release.items.isEmpty else {
            throw Problem(.conflict, Localized("В выпуске ничего нет.", "There is nothing in the release."))
        }
        try lock(release.items.map { $0.content.id })
        var isNoticed = false
        var rest = release.items
        var faults: [Fault] = []
        repeat {
            // One item may depend on another, so items that failed are retried after the others.
            let count = rest.count
            var failed: [Release.Item] = []
            faults = []
            for item in rest {
                do {
                    let (id, type) = (item.content.id, item.type)
                    if try carryOut(item.action, on: id, of: type, as: act, at: now) { isNoticed = true }
                } catch {
                    guard let problem = Problem(lasting: error) else { throw error }
                    failed.append(item)
                    faults += item.faults(of: problem)
                }
            }
            rest = failed
            if failed.count == count { break }
        } while !rest.isEmpty
        guard rest.isEmpty else { throw Problem.unreleasable(faults, items: rest.count) }
        return isNoticed
    }

    /// Writes the final state of a release, or that it is open again.
    func end(
        _ release: Release,
        _ state: Release.State,
        fault: Problem? = nil,
        by name: String,
        at now: Timestamp
    ) throws {
        try send(
            """
            UPDATE releases SET state = \(state.rawValue), version = version + 1, ended_at = \(now),
                fault = \(fault?.kept.text), updated_at = \(now), updated_by = \(name)
            WHERE id = \(release.id)
            """
        )
        if state == .published || state == .cancelled {
            try send("UPDATE release_items SET is_open = \(false) WHERE release_id = \(release.id)")
        }
    }
}

extension Release.Item {
    /// The faults of one item as those of its release: each names the entry, by id and by title.
    fileprivate func faults(of problem: Problem) -> [Fault] {
        let title = type.title(of: content.fields)
        let suffix =
            title.isEmpty
            ? Localized("", "") : Localized(" («\(title.clipped)»)", " (“\(title.clipped)”)")
        let faults = problem.faults.isEmpty ? [Fault("#", problem.detail)] : problem.faults
        return faults.map { fault in
            Fault(
                "#/items/\(content.id)\(fault.pointer.dropFirst())",
                fault.detail.ru + suffix.ru,
                fault.detail.en + suffix.en
            )
        }
    }
}

extension Problem {
    fileprivate static func unreleasable(_ faults: [Fault], items count: Int) -> Problem {
        Problem(
            .invalid,
            Localized(
                "Ничего не изменено: не готово \(count) \(plural(count, "запись", "записи", "записей")).",
                "Nothing was changed: \(count == 1 ? "1 item is" : "\(count) items are") not ready."
            ),
            faults: faults
        )
    }
}
