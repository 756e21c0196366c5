import Storage

extension Connection {
    /// One change of one content, as a part of a transaction.
    ///
    /// `edit` changes the content and names the act, or answers nil where there is nothing to do.
    func change(
        _ id: String,
        of type: ContentType,
        as act: ContentStore.Act,
        at now: Timestamp,
        _ edit: (inout Content) throws -> HistoryEntry.Action?
    ) throws -> (Content, isNoticed: Bool) {
        let before = try content(id, of: type)
        if let version = act.version, version != before.version {
            throw Problem.stale(before, of: type, at: now)
        }
        guard before.trashedAt == nil else {
            throw Problem(.conflict, Localized("Запись в корзине.", "It is in the trash."))
        }
        var after = before
        guard let action = try edit(&after) else { return (before, false) }
        after.version += 1
        after.updatedAt = now
        after.updatedBy = act.author.name
        for end in Schedule.ends(with: action) { after.schedule[end] = nil }
        let isNoticed = try replace(before, by: after, of: type, action: action, act: act)
        return (after, isNoticed)
    }
}

extension Content {
    /// Shows the draft to apps.
    mutating func publish(as type: ContentType) throws(Problem) -> HistoryEntry.Action? {
        guard let draft else { return nil }
        try type.requireComplete(draft)
        (live, self.draft) = (draft, nil)
        return .published
    }

    /// Takes it off every app; it becomes a draft.
    mutating func unpublish() -> HistoryEntry.Action? {
        guard live != nil else { return nil }
        (draft, live) = (fields, nil)
        return .unpublished
    }
}
