/// Who acts: a member of staff, or the program itself on behalf of the person who runs it.
package struct Author: Sendable, Hashable {
    /// The door through which somebody came.
    package enum Door: String, Sendable {
        case api, console, cli, seed, server
    }

    /// Nil for the person who runs the program, and for the program itself.
    package let staffID: String?
    package let name: String
    package let role: Role
    package let door: Door

    package init(staffID: String?, name: String, role: Role, door: Door) {
        self.staffID = staffID
        self.name = name
        self.role = role
        self.door = door
    }

    /// Throws unless the role of this author includes the permission.
    package func require(_ permission: Permission) throws(Problem) {
        guard role.permissions.contains(permission) else {
            throw Problem(
                .forbidden,
                Localized(
                    "Для этого нужно другое право: \(permission.rawValue).",
                    "This needs the permission \(permission.rawValue)."
                )
            )
        }
    }
}

/// What a member of staff may do, as one word.
package enum Role: String, Sendable, CaseIterable {
    case owner, editor, viewer

    package var permissions: Set<Permission> {
        switch self {
        case .owner: Set(Permission.allCases)
        case .editor: [.readContent, .writeContent]
        case .viewer: [.readContent]
        }
    }
}

package enum Permission: String, Sendable, CaseIterable {
    case readContent = "content.read"
    case writeContent = "content.write"
    /// To take contents out of the trash for ever.
    case purgeContent = "content.purge"
    /// Staff, their roles and their tokens.
    case manageStaff = "staff.manage"
    /// The addresses that are told of changes.
    case manageHooks = "hooks.manage"
}
