import Storage

/// An API token, with which a program acts for a member of staff.
package struct APIToken: Sendable, Hashable {
    package static let prefix = "vt_"
    /// The number of characters shown, by which people distinguish their tokens.
    package static let visibleLength = 8

    package let id: String
    package let staffID: String
    package let name: String
    /// The first characters of the token.
    package let visible: String
    package let role: Role
    /// Permissions in addition to those of the role.
    package let grants: Set<Permission>
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let lastUsedAt: Timestamp?
    package let revokedAt: Timestamp?

    package var json: JSON {
        [
            "id": .string(id), "staff_id": .string(staffID), "name": .string(name),
            "prefix": .string(visible),
            "role": .string(role.rawValue), "grants": grants.json,
            "created_at": .string(createdAt.description),
            "expires_at": .string(expiresAt.description), "last_used_at": JSON(lastUsedAt?.description),
            "revoked_at": JSON(revokedAt?.description),
        ]
    }
}

extension APIToken {
    static let columns: SQL = """
        staff_tokens.id AS token_id, staff_tokens.staff_id AS token_staff_id, staff_tokens.name AS token_name,
        staff_tokens.prefix, staff_tokens.role AS token_role,
        staff_tokens.grants AS token_grants, staff_tokens.created_at AS token_created_at,
        staff_tokens.expires_at, staff_tokens.last_used_at, staff_tokens.revoked_at
        """

    init(_ row: Row) throws {
        id = try row.get("token_id")
        staffID = try row.get("token_staff_id")
        name = try row.get("token_name")
        visible = try row.get("prefix")
        role = try row.role("token_role")
        grants = try row.grants("token_grants")
        createdAt = try row.get("token_created_at")
        expiresAt = try row.get("expires_at")
        lastUsedAt = try row.get("last_used_at")
        revokedAt = try row.get("revoked_at")
    }
}
