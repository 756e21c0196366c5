import Core
import Storage

/// Drafts that collect changes before publication; each template has one, which all staff share.
package struct FlagDrafts: Sendable {
    let store: FlagStore
    var database: any Database { store.database }

    package init(store: FlagStore) {
        self.store = store
    }

    /// The draft; if there is none, the published template (`exists` is false).
    package func draft(_ place: FlagPlace) async throws -> FlagDraft {
        try await database.read { connection in
            let place = FlagPlace(try connection.flagProject(place.project), place.namespace)
            return try connection.flagDraftOrLive(place)
        }
    }

    /// Applies edits, all or none; `revision` is the one that they were made from.
    ///
    /// Throws `.stale` with the current draft if somebody else was first. A draft that equals the published template is
    /// ended.
    package func edit(
        _ edits: [FlagEdit],
        _ place: FlagPlace,
        from revision: Int64,
        by author: Author
    ) async throws -> FlagDraft {
        try author.require(.writeFlags)
        let now = store.now()
        return try await change(place, from: revision) { connection, draft in
            try connection.apply(edits, to: draft, by: author, at: now)
        }
    }

    /// Applies edits and publishes the draft with them, or does neither.
    ///
    /// If the draft then equals the published template, that version is returned with no changes.
    package func publish(
        _ edits: [FlagEdit],
        _ place: FlagPlace,
        from revision: Int64,
        as act: FlagAct
    ) async throws -> (version: FlagVersion, changes: [FlagChange]) {
        try act.author.require(.writeFlags)
        try act.author.require(.publishFlags)
        let now = store.now()
        return try await store.write { connection in
            let project = try connection.lockedFlagProject(place.project)
            try project.requireNoApproval()
            let place = FlagPlace(project, place.namespace)
            let seen = try connection.flagDraftOrLive(place)
            try seen.require(revision)
            try connection.apply(edits, to: seen, by: act.author, at: now)
            let draft = try connection.flagDraftOrLive(place)
            guard draft.exists else { return (draft.live, []) }
            return (try connection.publish(draft, .all, in: project, as: act, at: now), draft.changes)
        }
    }

    /// Merges later publications into the draft; `side` decides where both have changed the same.
    package func resolve(
        _ place: FlagPlace,
        from revision: Int64,
        preferring side: FlagMerge.Side,
        by author: Author
    ) async throws -> FlagDraft {
        try author.require(.writeFlags)
        let now = store.now()
        return try await change(place, from: revision) { connection, draft in
            guard draft.exists else { return }
            let base = try connection.flagDraftBase(draft.place) ?? draft.live.number
            let touch = FlagDraft.Touch(author, at: now)
            let sheet = try connection.merged(draft.sheet, from: base, onto: draft.live, preferring: side)
                .sheet
            guard sheet != draft.live.sheet else { return try connection.endFlagDraft(draft, touch) }
            try connection.keep(draft, sheet, base: draft.live.number, touches: draft.touches, touch)
        }
    }

    /// Discards the draft.
    package func discard(
        _ place: FlagPlace,
        from revision: Int64,
        by author: Author,
        address: String? = nil
    ) async throws -> FlagDraft {
        try author.require(.writeFlags)
        let now = store.now()
        return try await change(place, from: revision) { connection, draft in
            guard draft.exists else { return }
            try connection.endFlagDraft(draft, FlagDraft.Touch(author, at: now))
            try connection.tell(.flagDraftDiscarded, draft, by: author, at: now, address: address)
        }
    }

    /// Approves the draft in its present revision; any later edit withdraws the approval (R98).
    ///
    /// The last editor of the draft cannot approve it.
    package func approve(
        _ place: FlagPlace,
        revision: Int64,
        by author: Author,
        address: String? = nil
    ) async throws -> FlagDraft {
        try author.require(.approveFlags)
        let now = store.now()
        return try await change(place, from: revision) { connection, draft in
            guard draft.exists else { throw Problem.noFlagDraft }
            if let editor = draft.editor, editor.isOf(author) {
                throw Problem(
                    .forbidden,
                    Localized(
                        "Согласовать должен кто-то другой: последнюю правку сделали вы.",
                        "Somebody else must approve it: you have made the last edit."
                    )
                )
            }
            try connection.send(
                """
                UPDATE flag_drafts SET approved_by = \(author.name), approver_id = \(author.staffID),
                    approved_at = \(now)
                WHERE project_id = \(draft.place.project) AND namespace = \(draft.place.namespace)
                """
            )
            try connection.tell(.flagDraftApproved, draft, by: author, at: now, address: address)
        }
    }

    /// Publishes the draft, or a part of it; the draft ends when all its changes are published.
    ///
    /// Throws `FlagFaults` or `Problem`.
    package func publish(
        _ place: FlagPlace,
        _ selection: FlagSelection = .all,
        revision: Int64,
        as act: FlagAct
    ) async throws -> FlagVersion {
        try act.author.require(.publishFlags)
        let now = store.now()
        return try await store.write { connection in
            let project = try connection.lockedFlagProject(place.project)
            let draft = try connection.flagDraftOrLive(FlagPlace(project, place.namespace))
            try draft.require(revision)
            return try connection.publish(draft, selection, in: project, as: act, at: now)
        }
    }

    /// Changes the draft; if a revision is given, it must be the current one.
    func change(
        _ place: FlagPlace,
        from revision: Int64?,
        _ body: @escaping @Sendable (any Connection, FlagDraft) throws -> Void
    ) async throws -> FlagDraft {
        try await store.write { connection in
            let place = FlagPlace(try connection.lockedFlagProject(place.project), place.namespace)
            let draft = try connection.flagDraftOrLive(place)
            if let revision { try draft.require(revision) }
            try body(connection, draft)
            try connection.raiseFlags()
            return try connection.flagDraftOrLive(place)
        }
    }
}

extension Connection {
    fileprivate func apply(
        _ edits: [FlagEdit],
        to draft: FlagDraft,
        by author: Author,
        at now: Timestamp
    ) throws {
        try draft.place.requireNamespace()
        guard edits.count <= Limits.flagEditsMax else {
            throw Problem.invalid([
                Fault(
                    "#/edits",
                    "не больше \(Limits.flagEditsMax)",
                    "must not have over \(Limits.flagEditsMax) members"
                )
            ])
        }
        var sheet = draft.sheet
        for edit in edits { try sheet.apply(edit, live: draft.live.sheet) }
        try sheet.requireKeepable()
        let touch = FlagDraft.Touch(author, at: now)
        let subjects = edits.flatMap(\.subjects)
        let touches = draft.touches.merging(subjects.map { ($0, touch) }) { _, new in new }
        try tell(.flagDraftEdited, draft, subjects, by: author, at: now, address: nil)
        guard sheet != draft.live.sheet else { return try endFlagDraft(draft, touch) }
        // A draft with conflicts keeps its base version.
        let base = try draft.clashes.isEmpty ? nil : flagDraftBase(draft.place)
        try keep(draft, sheet, base: base ?? draft.live.number, touches: touches.newest, touch)
    }

    fileprivate func publish(
        _ draft: FlagDraft,
        _ selection: FlagSelection,
        in project: FlagProject,
        as act: FlagAct,
        at now: Timestamp
    ) throws -> FlagVersion {
        try draft.requirePublishable(in: project)
        let part = try draft.part(selection, by: act.author)
        let version = try publish(
            FlagPublication(sheet: part.sheet, update: .incremental),
            after: draft.live,
            as: act,
            at: now
        )
        guard part.sheet == draft.sheet else {
            // The rest stays as its editor made it, and has no approval by itself.
            let editor = draft.editor ?? FlagDraft.Touch(act.author, at: now)
            try keep(draft, draft.sheet, base: version.number, touches: part.touches, editor)
            return version
        }
        try acceptTakenGoogle(draft.place)
        try endFlagDraft(draft, FlagDraft.Touch(act.author, at: now))
        return version
    }
}

extension FlagDraft {
    /// Throws if somebody else has edited the draft since.
    func require(_ seen: Int64) throws(Problem) {
        guard seen == revision else {
            throw Problem(
                .stale,
                Localized(
                    "Черновик уже изменил(а) \(editor?.author ?? "кто-то").",
                    "The draft has been changed by \(editor?.author ?? "somebody else")."
                ),
                current: json(in: .standard)
            )
        }
    }

    func requirePublishable(in project: FlagProject) throws(Problem) {
        guard exists else { throw .noFlagDraft }
        guard clashes.isEmpty else { throw .clashing(clashes) }
        guard !project.settings.requiresApproval || approval != nil else {
            throw Problem(
                .forbidden,
                Localized("Черновик ещё никто не согласовал.", "The draft is not approved.")
            )
        }
    }
}

extension [String: FlagDraft.Touch] {
    /// The newest edits, as many as are stored.
    var newest: [String: FlagDraft.Touch] {
        guard count > Limits.flagEditsMax else { return self }
        let newest = sorted { $0.value.at > $1.value.at }.prefix(Limits.flagEditsMax)
        return [String: FlagDraft.Touch](uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
