import Storage

extension Content {
    /// The JSON of an entry in the admin API.
    package func json(
        as type: ContentType,
        at now: Timestamp,
        in language: Language = .en,
        warnings: [JSON] = []
    ) -> JSON {
        var members: [String: JSON] = [
            "id": .string(id),
            "type": .string(self.type),
            "version": .integer(version),
            "state": .string(state(at: now).rawValue),
            "has_draft": .bool(draft != nil),
            "title": .string(type.title(of: fields)),
            "position": .integer(position),
            "created_at": .string(createdAt.description),
            "created_by": .string(createdBy),
            "updated_at": .string(updatedAt.description),
            "updated_by": .string(updatedBy),
            "archived_at": JSON(archivedAt?.description),
            "trashed_at": JSON(trashedAt?.description),
            "live_from": live?["live_from"] ?? .null,
            "live_until": live?["live_until"] ?? .null,
            "fields": .object(fields),
            "live": live.map { .object($0) } ?? .null,
            "schedule": schedule.json(in: language),
            "warnings": .array(warnings),
        ]
        if isCopy { members["is_copy"] = true }
        members["number"] = number.map { .integer($0) }
        return .object(members)
    }
}

extension HistoryEntry {
    package var json: JSON {
        [
            "id": .integer(id),
            "version": .integer(version),
            "action": .string(action.rawValue),
            "at": .string(at.description),
            "by": .string(author),
            "door": .string(door),
            "note": JSON(note),
            "fields": body.map { .object($0) } ?? .null,
        ]
    }
}

extension HistoryEntry.Action: JSONReadable {}

extension HistoryEntry: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        version = try json.get("version")
        action = try json.get("action")
        at = try json.get("at")
        author = try json.get("by")
        door = try json.get("door")
        note = try json.get("note")
        body = try json.get("fields")
    }
}
