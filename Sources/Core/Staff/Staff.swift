import Storage

/// A member of staff, with their role and permissions.
package struct Staff: Sendable, Hashable {
    /// A lower-case UUID.
    package let id: String
    package let email: String
    package let name: String
    package let role: Role
    /// Permissions in addition to those of the role.
    package let grants: Set<Permission>
    package let isActive: Bool
    package let createdAt: Timestamp
    package let lastSignInAt: Timestamp?

    package var permissions: Set<Permission> { role.permissions.union(grants) }

    package func author(door: Author.Door, by credential: Author.Credential? = nil) -> Author {
        Author(
            staffID: id,
            name: name,
            role: role,
            permissions: permissions,
            door: door,
            credential: credential
        )
    }

    package var json: JSON {
        [
            "id": .string(id), "email": .string(email), "name": .string(name), "role": .string(role.rawValue),
            "grants": grants.json, "permissions": permissions.json,
            "is_active": .bool(isActive), "created_at": .string(createdAt.description),
            "last_sign_in_at": JSON(lastSignInAt?.description),
        ]
    }
}

/// Changes of a member of staff; nil leaves a value as it is.
package struct StaffChanges: Sendable, Hashable {
    package var name: String?
    package var role: Role?
    package var grants: Set<Permission>?
    package var isActive: Bool?
    package var password: String?
    /// True to revoke their API tokens, which a new password alone does not do.
    package var revokesTokens: Bool

    package init(
        name: String? = nil,
        role: Role? = nil,
        grants: Set<Permission>? = nil,
        isActive: Bool? = nil,
        password: String? = nil,
        revokesTokens: Bool = false
    ) {
        self.name = name
        self.role = role
        self.grants = grants
        self.isActive = isActive
        self.password = password
        self.revokesTokens = revokesTokens
    }
}

extension Staff {
    /// The columns that `init(_ row:)` reads; the password hash is not among them.
    static let columns: SQL = """
        staff.id AS staff_id, staff.email, staff.name AS staff_name, staff.role AS staff_role,
        staff.grants AS staff_grants, staff.is_active,
        staff.created_at AS staff_created_at, staff.last_sign_in_at
        """

    init(_ row: Row) throws {
        id = try row.get("staff_id")
        email = try row.get("email")
        name = try row.get("staff_name")
        role = try row.role("staff_role")
        grants = try row.grants("staff_grants")
        isActive = try row.get("is_active")
        createdAt = try row.get("staff_created_at")
        lastSignInAt = try row.get("last_sign_in_at")
    }
}

extension Set<Permission> {
    /// The grants in the audit; empty if there are none.
    var detail: JSON { isEmpty ? [:] : ["grants": json] }

    /// In the order of declaration.
    package var json: JSON {
        .array(Permission.allCases.filter { contains($0) }.map { .string($0.rawValue) })
    }
}

extension Row {
    /// Permissions of other versions of the program are ignored.
    func grants(_ column: String) throws -> Set<Permission> {
        let names = try JSON(parsing: get(column, as: String.self)).strings
        return Set(names.compactMap { Permission(rawValue: $0) })
    }

    func role(_ column: String) throws(StorageError) -> Role {
        guard let role = Role(rawValue: try get(column)) else { throw .column(column, "holds no role") }
        return role
    }
}
