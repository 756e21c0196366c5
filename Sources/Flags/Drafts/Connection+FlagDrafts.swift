import Core
import Storage

extension Connection {
    /// Replaces the draft by the template, made from the version `base`; its approval is withdrawn.
    func keep(
        _ draft: FlagDraft,
        _ sheet: AnnotatedTemplate,
        base: Int64,
        touches: [String: FlagDraft.Touch],
        _ editor: FlagDraft.Touch
    ) throws {
        let (template, notes) = (sheet.template.json.text, sheet.notes.json.text)
        let edits = JSON.object(touches.mapValues(\.json)).text
        try send(
            """
            INSERT INTO flag_drafts (project_id, namespace, revision, base, template, notes, edits, edited_by,
                editor_id, updated_at)
            VALUES (\(draft.place.project), \(draft.place.namespace), 1, \(base), \(template), \(notes), \(edits),
                \(editor.author), \(editor.staffID), \(editor.at))
            ON CONFLICT (project_id, namespace) DO UPDATE SET revision = flag_drafts.revision + 1,
                base = excluded.base, template = excluded.template, notes = excluded.notes, edits = excluded.edits,
                edited_by = excluded.edited_by, editor_id = excluded.editor_id, updated_at = excluded.updated_at,
                approved_by = NULL, approver_id = NULL, approved_at = NULL
            """
        )
    }

    /// Ends a draft; its row stays, so that no revision number is reused.
    func endFlagDraft(_ draft: FlagDraft, _ editor: FlagDraft.Touch) throws {
        guard draft.exists else { return }
        try dropTakenGoogle(draft.place)
        try send(
            """
            UPDATE flag_drafts SET revision = revision + 1, template = NULL, notes = \(JSON.object([:]).text),
                edits = \(JSON.object([:]).text), edited_by = \(editor.author), editor_id = \(editor.staffID),
                updated_at = \(editor.at), approved_by = NULL, approver_id = NULL, approved_at = NULL
            WHERE project_id = \(draft.place.project) AND namespace = \(draft.place.namespace)
            """
        )
    }

    /// The version that the draft was made from.
    func flagDraftBase(_ place: FlagPlace) throws -> Int64? {
        try rows(
            """
            SELECT base FROM flag_drafts
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND template IS NOT NULL
            """
        ).first?.get("base")
    }

    func tell(
        _ action: AuditAction,
        _ draft: FlagDraft,
        _ subjects: [String]? = nil,
        by author: Author,
        at now: Timestamp,
        address: String?
    ) throws {
        try AuditLog.record(
            action,
            subject: draft.place.project,
            detail: [
                "namespace": .string(draft.place.namespace), "revision": .integer(draft.revision),
                "changed": .array(
                    (subjects ?? draft.changes.map(\.name)).prefix(Limits.pageSizeDefault).map { .string($0) }
                ),
            ],
            by: author,
            at: now,
            address: address,
            on: self
        )
    }
}

extension Problem {
    package static let noFlagDraft = Problem.notFound(
        Localized("Публиковать нечего: черновика нет.", "There is nothing to publish: there is no draft.")
    )

    /// The problem of a draft that conflicts with a later publication.
    static func clashing(_ clashes: [FlagClash]) -> Problem {
        let names = clashes.prefix(Limits.keptFaultsMax).map(\.title)
        return Problem(
            .conflict,
            Localized(
                "Пока вы правили, вышла версия, которая меняет то же самое: "
                    + names.map(\.ru).joined(separator: ", ") + ".",
                "A version was published meanwhile that changes the same: "
                    + names.map(\.en).joined(separator: ", ") + "."
            ),
            faults: clashes.prefix(Limits.keptFaultsMax).map { clash in
                Fault(
                    "#/\(clash.subject.rawValue)s/\(clash.name.pointerPart)",
                    "уже опубликовано другое",
                    "has been published otherwise"
                )
            }
        )
    }
}

extension FlagClash {
    fileprivate var title: Localized {
        switch subject {
        case .parameter, .group: Localized(name, name)
        case .condition: Localized("условие \(name)", "condition \(name)")
        case .order: Localized("порядок условий", "order of conditions")
        }
    }
}
