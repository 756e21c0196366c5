import Storage

/// A change of an existing entry, through any channel, alone or in bulk.
///
/// A move is not an edit, because it makes no version.
package enum Edit: Sendable {
    /// A merge patch (RFC 7396) of the working copy, published if `publish` is true.
    case save([String: JSON], publish: Bool)
    /// A patch as in `save`, with dates shifted by days.
    case shift([String: Int64], [String: JSON], publish: Bool)
    case publish
    /// Publishes, unless the window has passed.
    case publishUnlessOver
    /// Removes an entry from every app; it becomes a draft.
    case unpublish
    /// Discards the unpublished changes of a live entry.
    case discard
    /// Switches a flag at once, bypassing the draft, which keeps its other changes.
    case setFlag(String, Bool)
    /// Hides an entry from every list and every app; references to it stay.
    case archive
    case unarchive
    /// Out of the archive or the trash to the state before: live if it was live.
    case unarchiveAsBefore
    case recoverAsBefore
    /// To the trash; refused while anything refers to the entry, unless those references are to be cleared.
    case remove(clearingReferences: Bool)
    /// Out of the trash, as a draft; references to what is gone may be cleared.
    case recover(clearingReferences: Bool)
    /// The body of an earlier version becomes the working copy.
    case restore(version: Int64, clearingReferences: Bool)
    /// Reverts the change that made a version, or the newest one, if there were no changes since.
    ///
    /// `keepsDraft` leaves what the change published as the working copy.
    case revert(version: Int64?, keepsDraft: Bool)

    /// The result of a change.
    struct Outcome {
        let content: Content
        /// False if there was nothing to do.
        let isChanged: Bool
        /// True if the change is visible to apps.
        let isNoticed: Bool
    }

    /// True if the edit decides the values of the fields, or publishes them.
    fileprivate var isOfFields: Bool {
        switch self {
        case .save, .shift, .publish, .publishUnlessOver: true
        case .unpublish, .discard, .setFlag, .archive, .unarchive, .unarchiveAsBefore, .remove, .recover,
            .recoverAsBefore, .restore, .revert:
            false
        }
    }

    /// The shelves on which an entry can be changed like this.
    fileprivate var shelves: Set<Content.Shelf> {
        switch self {
        case .save, .shift, .publish, .publishUnlessOver, .unpublish, .discard, .setFlag, .archive, .restore:
            [.active]
        case .unarchive, .unarchiveAsBefore: [.archive]
        case .remove: [.active, .archive]
        case .recover, .recoverAsBefore: [.trash]
        case .revert: [.active, .archive, .trash]
        }
    }
}

extension Connection {
    /// Makes one change of one entry; all its writes are part of this transaction.
    ///
    /// Throws `.stale` if the entry is no longer at the act's version.
    func perform(
        _ edit: Edit,
        on id: String,
        of type: ContentType,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Edit.Outcome {
        if let outcome = try goBack(edit, on: id, of: type, among: types, as: act, at: now) { return outcome }
        // An act that names no version is for whatever the entry is now, so it waits for a change that is under way.
        let before = try act.version == nil ? lockedContent(id, of: type) : content(id, of: type)
        if let version = act.version, version != before.version {
            throw Problem.stale(before, of: type, at: now)
        }
        guard edit.shelves.contains(before.shelf) else { throw before.shelf.refusal }
        var after = before
        guard let action = try apply(edit, to: &after, of: type, at: now) else {
            return Edit.Outcome(content: before, isChanged: false, isNoticed: false)
        }
        if edit.isOfFields { try requireStock(from: before, to: after, of: type) }
        try fillSlug(of: &after, since: before, type)
        after.isCopy = after.isCopy && after.live == nil
        after.version += 1
        after.updatedAt = now
        after.updatedBy = act.author.name
        for end in Schedule.ends(from: before, to: after) { after.schedule[end] = nil }
        var (companions, isNoticed) = ([Undo.Companion](), false)
        if case .remove(let isClearing) = edit {
            (companions, isNoticed) = try removeParts(of: before, by: edit, among: types, as: act, at: now)
            if isClearing {
                let (changed, isSeen) = try clearReferences(to: before, among: types, as: act, at: now)
                (companions, isNoticed) = (companions + changed, isNoticed || isSeen)
            }
        }
        let parts =
            if case .recover = edit { try trashedParts(of: before, among: types) } else { [TrashedPart]() }
        companions += parts.map(\.companion)
        isNoticed =
            try replace(before, by: after, of: type, action: action, act: act, with: companions) || isNoticed
        for part in parts {
            isNoticed = try recover(part, by: edit, among: types, as: act, at: now) || isNoticed
        }
        return Edit.Outcome(content: after, isChanged: true, isNoticed: isNoticed)
    }

    /// Performs an edit that reverts earlier changes; nil for every other edit.
    private func goBack(
        _ edit: Edit,
        on id: String,
        of type: ContentType,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Edit.Outcome? {
        switch edit {
        case .unarchiveAsBefore:
            try returnAsBefore(.archive, on: id, of: type, among: types, as: act, at: now)
        case .recoverAsBefore:
            try returnAsBefore(.trash, on: id, of: type, among: types, as: act, at: now)
        case .revert(let version, let keepsDraft):
            try revert(version, keepsDraft: keepsDraft, on: id, of: type, among: types, as: act, at: now)
        case .save, .shift, .publish, .publishUnlessOver, .unpublish, .discard, .setFlag, .archive,
            .unarchive, .remove, .recover, .restore:
            nil
        }
    }

    /// Applies an edit to the entry; returns its action, or nil if there is nothing to do.
    private func apply(
        _ edit: Edit,
        to content: inout Content,
        of type: ContentType,
        at now: Timestamp
    ) throws -> HistoryEntry.Action? {
        switch edit {
        case .save(let patch, let publish): return try content.save(patch, publish: publish, of: type)
        case .shift(let days, let patch, let publish):
            let moved = type.shifted(content.fields, by: days)
            return try content.save(moved.merging(patch) { $1 }, publish: publish, of: type)
        case .publish:
            guard let draft = content.draft else { return nil }
            try type.requireComplete(draft)
            (content.live, content.draft) = (draft, nil)
            return .published
        case .publishUnlessOver:
            try content.requireNotOver(at: now)
            return try apply(.publish, to: &content, of: type, at: now)
        case .unpublish:
            guard content.live != nil else { return nil }
            (content.draft, content.live) = (content.fields, nil)
            return .unpublished
        case .discard: return try content.discard()
        case .setFlag(let name, let value): return try content.setFlag(name, to: value, of: type)
        case .archive:
            (content.draft, content.live, content.archivedAt) = (content.fields, nil, now)
            return .archived
        case .unarchive:
            content.archivedAt = nil
            return .unarchived
        case .remove:
            (content.draft, content.live, content.trashedAt) = (content.fields, nil, now)
            content.archivedAt = nil
            return .removed
        case .recover(let isClearing):
            content.trashedAt = nil
            if isClearing { content.draft = try withoutMissing(content.fields, of: type) }
            return .recovered
        case .restore(let version, let isClearing):
            var body = try body(of: content.id, at: version, type)
            if isClearing { body = try withoutMissing(body, of: type) }
            guard body != content.fields else { return nil }
            content.draft = body == content.live ? nil : body
            return .restored
        case .unarchiveAsBefore, .recoverAsBefore, .revert: return nil
        }
    }

    /// The body of an earlier version, without the fields that the type no longer has.
    private func body(of id: String, at version: Int64, _ type: ContentType) throws -> Body {
        guard let body = try historyEntry(of: id, version: version)?.body else {
            throw Problem.notFound(
                Localized(
                    "Версии \(version) нет в истории.",
                    "There is no version \(version) in the history."
                )
            )
        }
        let known = Set(type.fields.map(\.name) + (type.window == .none ? [] : ContentType.windowNames))
        return try type.body([:], patchedBy: body.filter { known.contains($0.key) })
    }
}

extension Content {
    /// Throws if apps would no longer show the working copy.
    fileprivate func requireNotOver(at now: Timestamp) throws(Problem) {
        guard draft != nil, let until = fields.timestamp("live_until"), until < now else { return }
        throw Problem(
            .conflict,
            Localized(
                "Срок показа уже прошёл: приложения её не увидят.",
                "Its time is over: apps will not show it."
            )
        )
    }

    fileprivate mutating func save(
        _ patch: [String: JSON],
        publish: Bool,
        of type: ContentType
    ) throws -> HistoryEntry.Action? {
        let body = try type.body(fields, patchedBy: patch)
        if publish {
            try type.requireComplete(body)
            guard body != live || draft != nil else { return nil }
            (live, draft) = (body, nil)
            return .published
        }
        guard body != fields else { return nil }
        draft = body
        return .saved
    }

    fileprivate mutating func discard() throws -> HistoryEntry.Action? {
        guard draft != nil else { return nil }
        guard live != nil else {
            throw Problem(
                .conflict,
                Localized(
                    "Запись ещё не опубликована: её можно только удалить.",
                    "It has never been published; it can only be removed."
                )
            )
        }
        draft = nil
        return .discarded
    }

    fileprivate mutating func setFlag(
        _ name: String,
        to value: Bool,
        of type: ContentType
    ) throws -> HistoryEntry.Action? {
        guard let field = type.field(name), field.kind == .bool, field.isImmediate else {
            throw Problem.notFound(
                Localized("Нет переключателя «\(name.clipped)».", "No flag \(name.clipped) here.")
            )
        }
        let (hadLive, hadDraft) = (live, draft)
        if live != nil { live?[name] = .bool(value) }
        if draft != nil { draft?[name] = .bool(value) }
        return live == hadLive && draft == hadDraft ? nil : .flagged
    }
}

extension Content {
    /// Active, archived or trashed: only an active entry can be edited and seen.
    enum Shelf: Sendable, Hashable {
        case active, archive, trash

        /// The problem of a change that is not possible on this shelf.
        var refusal: Problem {
            switch self {
            case .active:
                Problem(
                    .conflict,
                    Localized(
                        "Запись не в архиве и не в корзине.",
                        "It is neither archived nor in the trash."
                    )
                )
            case .archive: Problem(.conflict, Localized("Запись в архиве.", "It is archived."))
            case .trash: Problem(.conflict, Localized("Запись в корзине.", "It is in the trash."))
            }
        }
    }

    var shelf: Shelf {
        if trashedAt != nil { return .trash }
        return archivedAt == nil ? .active : .archive
    }
}
