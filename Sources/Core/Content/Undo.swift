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
        from = try json.get("from")
        sameAs = try json.get("same_as")
        replaced = try json.get("replaced")
        companions = try json.get("companions", as: [Companion]?.self) ?? []
    }

    var json: JSON {
        var members: [String: JSON] = ["from": .integer(from), "replaced": .object(replaced)]
        members["same_as"] = sameAs.map { .integer($0) }
        if !companions.isEmpty {
            members["companions"] = .array(companions.map(\.json))
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
        if let at = replaced["archived_at"] { content.archivedAt = try Timestamp?(json: at) }
        if let at = replaced["trashed_at"] { content.trashedAt = try Timestamp?(json: at) }
    }

    /// The scheduled change that was cancelled by this change.
    func schedule(_ action: Schedule.Action) throws -> Schedule.Change? {
        guard let change = replaced[action.noun], change != .null else { return nil }
        return try Schedule.Change(undo: change)
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

extension Undo.Companion: JSONReadable {
    fileprivate var json: JSON {
        ["type": .string(type), "id": .string(id), "version": .integer(version)]
    }

    init(json: JSON) throws(Fault) {
        self.init(type: try json.get("type"), id: try json.get("id"), version: try json.get("version"))
    }
}

extension Schedule.Change {
    fileprivate var undo: JSON {
        [
            "at": .string(at.description), "author": .string(author), "staff_id": JSON(staffID),
            "note": JSON(note), "failed_at": JSON(failedAt?.description), "fault": fault?.kept ?? .null,
        ]
    }

    fileprivate init(undo json: JSON) throws(Fault) {
        self.init(
            at: try json.get("at"),
            author: try json.get("author"),
            staffID: try json.get("staff_id"),
            note: try json.get("note"),
            failedAt: try json.get("failed_at"),
            fault: try json.get("fault", as: JSON?.self).map(Problem.init(kept:))
        )
    }
}
