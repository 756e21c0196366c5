import Storage

/// What somebody did that is not a change of content, as the audit keeps it.
package struct AuditEntry: Sendable, Hashable {
    package let id: Int64
    package let at: Timestamp
    /// Nil for the person who runs the program, and where nobody was let in.
    package let staffID: String?
    package let author: String
    package let door: String
    package let action: AuditAction
    /// What it was done to: the id of a member of staff, of a token, of a session.
    package let subject: String?
    package let detail: JSON
    package let address: String?

    package var json: JSON {
        [
            "id": .integer(id), "at": .string(at.description), "staff_id": JSON(staffID),
            "by": .string(author),
            "door": .string(door), "action": .string(action.name), "subject": JSON(subject), "detail": detail,
            "address": JSON(address),
        ]
    }
}

/// The name of a deed, `staff.created`; each subject names its own in an extension.
package struct AuditAction: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static let signedIn = AuditAction("staff.signed-in")
    package static let signInRefused = AuditAction("staff.sign-in-refused")
    package static let signedOut = AuditAction("staff.signed-out")
    package static let sessionsEnded = AuditAction("staff.sessions-ended")
    package static let staffCreated = AuditAction("staff.created")
    package static let staffChanged = AuditAction("staff.changed")
    package static let tokenCreated = AuditAction("token.created")
    package static let tokenRevoked = AuditAction("token.revoked")
}

extension AuditEntry {
    init(_ row: Row) throws {
        id = try row.get("id")
        at = try row.get("at")
        staffID = try row.get("staff_id")
        author = try row.get("author")
        door = try row.get("door")
        action = AuditAction(try row.get("action"))
        subject = try row.get("subject")
        detail = try JSON(parsing: row.get("detail", as: String.self))
        address = try row.get("address")
    }
}
