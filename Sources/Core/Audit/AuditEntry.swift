import Storage

/// One entry of the audit: an action of staff that is not a change of content.
package struct AuditEntry: Sendable, Hashable {
    package let id: Int64
    package let at: Timestamp
    /// Nil for the person who runs the program, and for a refused sign-in.
    package let staffID: String?
    package let author: String
    package let door: String
    /// The name of an `AuditAction`; it may be one that the program no longer declares.
    package let action: String
    /// The object of the action: the id of a member of staff, of a token, of a session.
    package let subject: String?
    package let detail: JSON
    package let address: String?

    package var json: JSON {
        [
            "id": .integer(id), "at": .string(at.description), "staff_id": JSON(staffID),
            "by": .string(author),
            "door": .string(door), "action": .string(action), "subject": JSON(subject), "detail": detail,
            "address": JSON(address),
        ]
    }
}

extension AuditEntry {
    init(_ row: Row) throws {
        id = try row.get("id")
        at = try row.get("at")
        staffID = try row.get("staff_id")
        author = try row.get("author")
        door = try row.get("door")
        action = try row.get("action")
        subject = try row.get("subject")
        detail = try JSON(parsing: row.get("detail", as: String.self))
        address = try row.get("address")
    }
}
