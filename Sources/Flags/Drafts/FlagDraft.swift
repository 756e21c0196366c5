import Core
import Storage

/// What is being worked on: the next version of one template, as it would be published now.
package struct FlagDraft: Sendable, Hashable {
    /// Who has edited something, and when.
    package struct Touch: Sendable, Hashable {
        package let author: String
        package let staffID: String?
        package let at: Timestamp
    }

    package let place: FlagPlace
    /// Goes up with each edit; 0 where there never was a draft.
    package let revision: Int64
    /// False where nothing is being worked on; then it is what apps see.
    package let exists: Bool
    /// What apps see now.
    package let live: FlagVersion
    /// With whatever has been published since it was begun, as far as that does not clash.
    package let sheet: AnnotatedTemplate
    /// What somebody has published meanwhile that the draft has otherwise; to be resolved before it is published.
    package let clashes: [FlagClash]
    /// By what was touched: `parameter/key`, `condition/name`, `group/name`, `all`.
    package let touches: [String: Touch]
    package let editor: Touch?
    /// Nil where nobody has agreed since the last edit.
    package let approval: Touch?

    package var published: FlagVersion.Info { live.info }
    package var changes: [FlagChange] { FlagDiff.changes(from: live.sheet, to: sheet) }
    /// Everything that keeps it from being published.
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

extension FlagDraft.Touch {
    package var json: JSON {
        ["by": .string(author), "staff_id": JSON(staffID), "at": .string(at.description)]
    }

    init(_ author: Author, at: Timestamp) {
        self.init(author: author.name, staffID: author.staffID, at: at)
    }

    fileprivate init?(json: JSON) {
        guard let author = json["by"]?.string, let at = json["at"]?.string.flatMap(Timestamp.init) else {
            return nil
        }
        self.init(author: author, staffID: json["staff_id"]?.string, at: at)
    }

    /// Whether it was they; somebody without an account is known by name.
    func isOf(_ author: Author) -> Bool {
        staffID == author.staffID && (staffID != nil || self.author == author.name)
    }
}

extension Connection {
    /// The draft, or nil where nothing is being worked on.
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
            touches: try JSON(parsing: row.get("edits", as: String.self)).object?
                .compactMapValues(FlagDraft.Touch.init(json:)) ?? [:],
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

    /// A sheet with what was published since the version it was made from; where they clash it is left alone.
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

    /// An empty one where the version is no longer kept: then all that is different clashes.
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
