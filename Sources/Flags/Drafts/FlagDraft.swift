import Core
import Storage

/// The draft of the next version of one template, as it would be published now.
package struct FlagDraft: Sendable, Hashable {
    /// The author and the time of an edit.
    package struct Touch: Sendable, Hashable {
        package let author: String
        package let staffID: String?
        package let at: Timestamp
    }

    package let place: FlagPlace
    /// Increases with each edit; 0 if there never was a draft.
    package let revision: Int64
    /// False if there is no draft; then the template is the published one.
    package let exists: Bool
    /// The published version, which apps see.
    package let live: FlagVersion
    /// The template, merged with all publications since the draft was begun, unless they conflict.
    package let sheet: AnnotatedTemplate
    /// Conflicts with publications made meanwhile, to be resolved before the draft is published.
    package let clashes: [FlagClash]
    /// The last edits by subject: `parameter/key`, `condition/name`, `group/name`, `all`.
    package let touches: [String: Touch]
    package let editor: Touch?
    /// Nil if it was not approved since the last edit.
    package let approval: Touch?

    package var published: FlagVersion.Info { live.info }
    package var changes: [FlagChange] { FlagDiff.changes(from: live.sheet, to: sheet) }
    /// All faults that prevent its publication.
    package var faults: [FlagFault] {
        sheet.faults(isForServer: place.isForServers)
    }
    package var isPublishable: Bool { exists && clashes.isEmpty && faults.isEmpty }

    package func json(in language: Language) -> JSON {
        [
            "revision": .integer(revision), "exists": .bool(exists), "version": .integer(live.number),
            "changes": .array(changes.map(\.json)), "clashes": .array(clashes.map(\.json)),
            "faults": .array(faults.map { $0.fault.json(in: language) }),
            "touched": .object(touches.mapValues(\.json)),
            "updated_by": JSON(editor?.author), "updated_at": JSON(editor?.at.description),
            "approval": approval?.json ?? .null,
        ]
    }
}

extension FlagDraft.Touch: JSONReadable {
    package var json: JSON {
        ["by": .string(author), "staff_id": JSON(staffID), "at": .string(at.description)]
    }

    package init(json: JSON) throws(Fault) {
        self.init(
            author: try json.get("by"),
            staffID: try json.get("staff_id"),
            at: try json.get("at")
        )
    }

    init(_ author: Author, at: Timestamp) {
        self.init(author: author.name, staffID: author.staffID, at: at)
    }

    /// True for an edit by this author; an author without an account is identified by name.
    func isOf(_ author: Author) -> Bool {
        staffID == author.staffID && (staffID != nil || self.author == author.name)
    }
}

extension Connection {
    /// The draft, or nil if there is none.
    func flagDraft(_ place: FlagPlace) throws -> FlagDraft? {
        let draft = try flagDraftOrLive(place)
        return draft.exists ? draft : nil
    }

    func flagDraftOrLive(_ place: FlagPlace) throws -> FlagDraft {
        let live = try currentFlags(place)
        let row = try rows(
            "SELECT * FROM flag_drafts WHERE project_id = \(place.project) AND namespace = \(place.namespace)"
        ).first
        guard let row else { return .none(live, revision: 0) }
        let revision: Int64 = try row.get("revision")
        guard try row.get("template", as: String?.self) != nil else { return .none(live, revision: revision) }
        let base: Int64 = try row.get("base")
        let merged = try merged(try AnnotatedTemplate(row), from: base, onto: live)
        let approver: String? = try row.get("approved_by")
        let approvedAt: Timestamp? = try row.get("approved_at")
        return FlagDraft(
            place: place,
            revision: revision,
            exists: true,
            live: live,
            sheet: merged.sheet,
            clashes: merged.clashes,
            touches: try (JSON(parsing: row.get("edits", as: String.self)).object ?? [:])
                .mapValues { try FlagDraft.Touch(json: $0) },
            editor: FlagDraft.Touch(
                author: try row.get("edited_by"),
                staffID: try row.get("editor_id"),
                at: try row.get("updated_at")
            ),
            approval: try approver.flatMap { name in
                try approvedAt.map {
                    FlagDraft.Touch(author: name, staffID: try row.get("approver_id"), at: $0)
                }
            }
        )
    }

    /// The template merged with publications since its base; conflicting parts are left as they are.
    func merged(
        _ sheet: AnnotatedTemplate,
        from base: Int64,
        onto live: FlagVersion,
        preferring side: FlagMerge.Side? = nil
    ) throws -> (sheet: AnnotatedTemplate, clashes: [FlagClash]) {
        guard base != live.number else { return (sheet, []) }
        let old = try flagSheet(base, live.place)
        let merged = FlagMerge.merge(base: old, mine: sheet, theirs: live.sheet, preferring: side)
        return merged.clashes.isEmpty ? merged : (sheet, merged.clashes)
    }

    /// An empty template if the version is no longer stored: then every difference is a conflict.
    func flagSheet(_ number: Int64, _ place: FlagPlace) throws -> AnnotatedTemplate {
        try rows(
            """
            SELECT \(AnnotatedTemplate.columns) FROM flag_versions
            WHERE project_id = \(place.project) AND namespace = \(place.namespace) AND number = \(number)
            """
        ).first.map(AnnotatedTemplate.init) ?? AnnotatedTemplate()
    }
}

extension FlagDraft {
    fileprivate static func none(_ live: FlagVersion, revision: Int64) -> FlagDraft {
        FlagDraft(
            place: live.place,
            revision: revision,
            exists: false,
            live: live,
            sheet: live.sheet,
            clashes: [],
            touches: [:],
            editor: nil,
            approval: nil
        )
    }
}
