import Storage

/// A signed-in browser of a member of staff.
package struct StaffSession: Sendable, Hashable {
    package let id: String
    package let staff: Staff
    package let createdAt: Timestamp
    package let lastSeenAt: Timestamp
    package let expiresAt: Timestamp
    /// The client address of the sign-in.
    package let address: String?

    package func author(door: Author.Door) -> Author { staff.author(door: door, by: .session(id)) }

    package var json: JSON {
        [
            "id": .string(id), "created_at": .string(createdAt.description),
            "last_seen_at": .string(lastSeenAt.description), "expires_at": .string(expiresAt.description),
            "address": JSON(address),
        ]
    }
}

extension StaffSession {
    static let columns: SQL = """
        staff_sessions.id AS session_id, staff_sessions.created_at AS session_created_at,
        staff_sessions.last_seen_at, staff_sessions.expires_at, staff_sessions.address, \(Staff.columns)
        """

    init(_ row: Row) throws {
        id = try row.get("session_id")
        staff = try Staff(row)
        createdAt = try row.get("session_created_at")
        lastSeenAt = try row.get("last_seen_at")
        expiresAt = try row.get("expires_at")
        address = try row.get("address")
    }
}
