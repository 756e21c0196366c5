import Storage

extension Connection {
    /// Reverts one change of an entry with the changes of others made by the same act; all of it or nothing.
    ///
    /// `version` is the one that the change made; nil for the newest change. Throws `.stale` if somebody has changed
    /// the entry since.
    func revert(
        _ version: Int64?,
        keepsDraft: Bool,
        on id: String,
        of type: ContentType,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Edit.Outcome {
        let before = try content(id, of: type)
        if let seen = act.version, seen != before.version { throw Problem.stale(before, of: type, at: now) }
        let current = try settled(before.version, of: before.id)
        let change = try version.map { try settled($0, of: before.id) } ?? current
        guard change == current else { throw Problem.stale(before, of: type, at: now) }
        guard let undo = try undo(of: before.id, at: change) else { throw Problem.notReversible }
        var after = before
        try undo.apply(to: &after, of: type, keepsDraft: keepsDraft)
        try requireStock(from: before, to: after, of: type)
        after.version += 1
        after.updatedAt = now
        after.updatedBy = act.author.name
        for end in Schedule.ends(from: before, to: after) { after.schedule[end] = nil }
        // Entries that refer to this one go to the trash before it, and come back after it.
        let goesAway = after.shelf == .trash
        let others = { try revert(undo.companions, among: types, as: act, at: now) }
        var isNoticed = goesAway ? try others() : false
        let sameAs = keepsDraft ? nil : try settled(undo.from, of: before.id)
        isNoticed =
            try replace(before, by: after, of: type, action: .reverted, act: act, sameAs: sameAs) || isNoticed
        for action in Schedule.Action.allCases {
            guard let planned = try undo.schedule(action) else { continue }
            try keep(planned, action, of: after.id, at: now)
            after.schedule[action] = planned
        }
        if !goesAway { isNoticed = try others() || isNoticed }
        return Edit.Outcome(content: after, isChanged: true, isNoticed: isNoticed)
    }

    /// Reverts what the same act did to other entries; true if the change is visible to apps.
    private func revert(
        _ companions: [Undo.Companion],
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Bool {
        var isNoticed = false
        for companion in companions.reversed() {
            guard let type = types.first(where: { $0.name == companion.type }) else { continue }
            let outcome = try revert(
                companion.version,
                keepsDraft: false,
                on: companion.id,
                of: type,
                among: types,
                as: ContentStore.Act(author: act.author, note: act.note),
                at: now
            )
            isNoticed = outcome.isNoticed || isNoticed
        }
        return isNoticed
    }

    /// Restores an entry from the archive or the trash to its state before.
    func returnAsBefore(
        _ shelf: Content.Shelf,
        on id: String,
        of type: ContentType,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Edit.Outcome {
        let standing = try content(id, of: type).shelf
        guard standing == shelf else { throw standing.refusal }
        return try revert(nil, keepsDraft: false, on: id, of: type, among: types, as: act, at: now)
    }

    private func undo(of id: String, at version: Int64) throws -> Undo? {
        try rows(
            """
            SELECT undo FROM history WHERE content_id = \(id) AND version = \(version) AND undo IS NOT NULL
            ORDER BY id DESC LIMIT 1
            """
        ).first.flatMap { row in try Undo(row.get("undo", as: String?.self)) }
    }

    /// The version that this one equals: the one before the changes that were reverted.
    private func settled(_ version: Int64, of id: String) throws -> Int64 {
        try undo(of: id, at: version)?.sameAs ?? version
    }
}

extension Problem {
    fileprivate static let notReversible = Problem(
        .conflict,
        Localized(
            "Что было раньше, неизвестно: этого не отменить.",
            "What was there before is not known: this cannot be undone."
        )
    )
}
