import Storage

/// One change of an entry, as colleagues see it in lists and in the live feed.
package struct Change: Sendable, Hashable {
    /// The id of its row in the history.
    package let number: Int64
    package let type: String
    /// The id of the entry.
    package let id: String
    package let version: Int64
    package let action: HistoryEntry.Action
    package let at: Timestamp
    package let author: String
    package let door: String
    package let note: String?
    /// The current title of the entry; the title at the time of the change if the entry is gone.
    package let title: String
    /// The flags that the change switched, with their values since; empty if the history no longer holds them.
    package let flags: [String: Bool]

    package var json: JSON {
        [
            "number": .integer(number), "type": .string(type), "id": .string(id),
            "version": .integer(version),
            "action": .string(action.rawValue), "at": .string(at.description), "by": .string(author),
            "door": .string(door), "note": JSON(note), "title": .string(title),
            "flags": .object(flags.mapValues { .bool($0) }),
        ]
    }
}

extension Change {
    static let columns: SQL = """
        h.id, h.content_id, h.type, h.version, h.action, h.at, h.author, h.door, h.note, c.title,
        CASE WHEN c.id IS NULL THEN (
            SELECT p.body FROM history p
            WHERE p.content_id = h.content_id AND p.id <= h.id AND p.body IS NOT NULL ORDER BY p.id DESC LIMIT 1
        ) END AS body,
        CASE WHEN h.action = 'flagged' THEN h.body END AS switched,
        CASE WHEN h.action = 'flagged' THEN (
            SELECT p.body FROM history p
            WHERE p.content_id = h.content_id AND p.id < h.id AND p.body IS NOT NULL ORDER BY p.id DESC LIMIT 1
        ) END AS unswitched
        """
    static let tables: SQL = "history h LEFT JOIN contents c ON c.id = h.content_id"

    init(_ row: Row, among types: [ContentType]) throws {
        number = try row.get("id")
        type = try row.get("type")
        id = try row.get("content_id")
        version = try row.get("version")
        action = HistoryEntry.Action(rawValue: try row.get("action")) ?? .saved
        at = try row.get("at")
        author = try row.get("author")
        door = try row.get("door")
        note = try row.get("note")
        let (before, after) = (try row.body("unswitched"), try row.body("switched"))
        flags = (after ?? [:]).compactMapValues { $0.bool }.filter { name, value in
            before.map { ($0[name]?.bool ?? false) != value } ?? false
        }
        if let title: String = try row.get("title") {
            self.title = title
        } else {
            let name = type
            let body = try row.body("body")
            title = types.first { $0.name == name }.flatMap { type in body.map { type.title(of: $0) } } ?? ""
        }
    }
}

extension Row {
    /// Nil if the column is null.
    fileprivate func body(_ column: String) throws -> Body? {
        try get(column, as: String?.self).map { text in try JSON(parsing: text).object ?? [:] }
    }
}

extension Change: JSONReadable {
    package init(json: JSON) throws(Fault) {
        number = try json.get("number")
        type = try json.get("type")
        id = try json.get("id")
        version = try json.get("version")
        action = try json.get("action")
        at = try json.get("at")
        author = try json.get("by")
        door = try json.get("door")
        note = try json.get("note")
        title = try json.get("title")
        flags = try json.get("flags")
    }
}
