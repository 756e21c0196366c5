import Storage

/// The values that one change of an entry has replaced, stored with the change in the history.
struct Undo: Sendable {
    /// An entry that was changed by the same act, and is reverted with it.
    struct Companion: Sendable {
        let type: String
        let id: String
        /// The version that the act made.
        let version: Int64
    }

    /// The version that the change was made from.
    let from: Int64
    /// Only the values that the change affected.
    private let replaced: [String: JSON]
    var companions: [Companion] = []
    /// The version that this one equals in everything but its number; set by a revert.
    var sameAs: Int64?

    init(from before: Content, to after: Content) {
        from = before.version
        var replaced: [String: JSON] = [:]
        if before.live != after.live { replaced["live"] = before.live.map { .object($0) } ?? .null }
        if before.draft != after.draft { replaced["draft"] = before.draft.map { .object($0) } ?? .null }
        if before.archivedAt != after.archivedAt {
            replaced["archived_at"] = JSON(before.archivedAt?.description)
        }
        if before.trashedAt != after.trashedAt {
            replaced["trashed_at"] = JSON(before.trashedAt?.description)
        }
        for end in Schedule.ends(from: before, to: after) {
            replaced[end.noun] = before.schedule[end]?.undo
        }
        self.replaced = replaced
    }

    init?(_ text: String?) throws {
        guard let text else { return nil }
        let json = try JSON(parsing: text)
        guard let from = json["from"]?.integer else { return nil }
        self.from = from
        sameAs = json["same_as"]?.integer
        replaced = json["replaced"]?.object ?? [:]
        companions = (json["companions"]?.array ?? []).compactMap { companion in
            guard let type = companion["type"]?.string, let id = companion["id"]?.string,
                let version = companion["version"]?.integer
            else { return nil }
            return Companion(type: type, id: id, version: version)
        }
    }

    var json: JSON {
        var members: [String: JSON] = ["from": .integer(from), "replaced": .object(replaced)]
        members["same_as"] = sameAs.map { .integer($0) }
        if !companions.isEmpty {
            members["companions"] = .array(
                companions.map {
                    ["type": .string($0.type), "id": .string($0.id), "version": .integer($0.version)]
                }
            )
        }
        return .object(members)
    }

    /// Restores the replaced values; `keepsDraft` leaves what was published as the working copy.
    func apply(to content: inout Content, of type: ContentType, keepsDraft: Bool) throws {
        let published = content.fields
        if let live = replaced["live"] {
            content.live = try live.object.map { try type.known($0) }
            if let live = content.live { try type.requireComplete(live) }
        }
        if let draft = replaced["draft"] { content.draft = try draft.object.map { try type.known($0) } }
        if keepsDraft { content.draft = published == content.live ? nil : published }
        if let at = replaced["archived_at"] { content.archivedAt = at.string.flatMap { Timestamp($0) } }
        if let at = replaced["trashed_at"] { content.trashedAt = at.string.flatMap { Timestamp($0) } }
    }

    /// The scheduled change that was cancelled by this change.
    func schedule(_ action: Schedule.Action) throws -> Schedule.Change? {
        try replaced[action.noun].flatMap { try Schedule.Change(undo: $0) }
    }
}

extension ContentType {
    /// An earlier body without the fields that the type no longer has.
    fileprivate func known(_ body: Body) throws -> Body {
        let names = Set(fields.map(\.name) + (window == .none ? [] : ContentType.windowNames))
        guard body.keys.contains(where: { !names.contains($0) }) else { return body }
        return try self.body([:], patchedBy: body.filter { names.contains($0.key) })
    }
}

extension Schedule.Change {
    fileprivate var undo: JSON {
        [
            "at": .string(at.description), "author": .string(author), "staff_id": JSON(staffID),
            "note": JSON(note), "failed_at": JSON(failedAt?.description), "fault": fault?.kept ?? .null,
        ]
    }

    fileprivate init?(undo json: JSON) throws {
        guard let at = json["at"]?.string.flatMap({ Timestamp($0) }) else { return nil }
        self.init(
            at: at,
            author: json["author"]?.string ?? "",
            staffID: json["staff_id"]?.string,
            note: json["note"]?.string,
            failedAt: json["failed_at"]?.string.flatMap { Timestamp($0) },
            fault: try Problem(kept: json["fault"].flatMap { $0 == .null ? nil : $0.text })
        )
    }
}
