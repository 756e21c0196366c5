import Core
import Storage

extension GoogleFlags {
    /// Merges Google's template into the draft; the base is the template that was last sent or pulled.
    ///
    /// Throws, with nothing changed, if both have changed the same and no side is preferred.
    package func pull(
        _ place: FlagPlace,
        preferring side: FlagMerge.Side? = nil,
        by author: Author,
        address: String? = nil
    ) async throws -> FlagDraft {
        try author.require(.writeFlags)
        let work = try await work(place)
        let theirs = try await client(work).get()
        return try await FlagDrafts(store: store).take(
            theirs,
            work.link,
            place,
            preferring: side,
            by: author,
            address: address
        )
    }
}

extension FlagDrafts {
    fileprivate func take(
        _ theirs: GoogleTemplate,
        _ link: GoogleLink,
        _ place: FlagPlace,
        preferring side: FlagMerge.Side?,
        by author: Author,
        address: String?
    ) async throws -> FlagDraft {
        let now = store.now()
        return try await change(place, from: nil) { connection, draft in
            guard draft.clashes.isEmpty else { throw Problem.clashing(draft.clashes) }
            let base = try connection.googleState(draft.place, link).seen?.template ?? FlagTemplate()
            let sheet = try draft.sheet.taking(theirs.template, since: base, preferring: side)
            try sheet.requireKeepable()
            let touch = FlagDraft.Touch(author, at: now)
            let subjects = FlagDiff.changes(from: draft.sheet, to: sheet).map { $0.touched }
            try connection.tell(.flagsPulled, draft, subjects, by: author, at: now, address: address)
            guard sheet != draft.live.sheet else {
                try connection.endFlagDraft(draft, touch)
                return try connection.keepGoogle(theirs, of: nil, draft.place, link, at: now)
            }
            let touches = draft.touches.merging(subjects.map { ($0, touch) }) { _, new in new }
            try connection.keep(draft, sheet, base: draft.live.number, touches: touches.newest, touch)
            try connection.takeGoogle(theirs, draft.place, link)
        }
    }
}

extension AnnotatedTemplate {
    /// This template with the changes of `theirs` since `base`.
    fileprivate func taking(
        _ theirs: FlagTemplate,
        since base: FlagTemplate,
        preferring side: FlagMerge.Side?
    ) throws(Problem) -> AnnotatedTemplate {
        // Metadata exists only here; values that Google decides were omitted here, not removed.
        let mine = keepingManaged(of: base)
        let merged = FlagMerge.merge(
            base: AnnotatedTemplate(base, notes: notes),
            mine: mine,
            theirs: AnnotatedTemplate(theirs, notes: notes),
            preferring: side
        )
        guard merged.clashes.isEmpty || side != nil else { throw .clashingWithGoogle(merged.clashes) }
        return merged.sheet
    }
}

extension FlagChange {
    /// The subject of the change in a draft's edits.
    fileprivate var touched: String { name.isEmpty ? "all" : "\(subject.rawValue)/\(name)" }
}

extension Problem {
    fileprivate static func clashingWithGoogle(_ clashes: [FlagClash]) -> Problem {
        let names = clashes.prefix(Limits.keptFaultsMax).map {
            $0.name.isEmpty ? $0.subject.rawValue : $0.name
        }
        let list = names.joined(separator: ", ")
        return Problem(
            .conflict,
            Localized(
                "Здесь и в Firebase изменили одно и то же: \(list). Выберите, чьё взять.",
                "Both here and in Firebase these were changed: \(list). Choose a side."
            ),
            current: ["clashes": .array(clashes.map { $0.json })]
        )
    }

    /// True if a side must be chosen for what both sides have changed.
    package var isClashWithGoogle: Bool {
        kind == .conflict && (try? current?.get("clashes", as: [JSON].self)) != nil
    }
}

extension AuditAction {
    package static let flagsPulled = AuditAction(
        "flags.pulled",
        Localized("флаги взяты из Firebase", "took flags from Firebase")
    )
    package static let flagsPushed = AuditAction(
        "flags.pushed",
        Localized("флаги отправлены в Firebase", "sent flags to Firebase")
    )
}
