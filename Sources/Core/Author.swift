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
    package let permissions: Set<Permission>
    package let door: Door
    /// What let them in; nil for the person who runs the program, and for the program itself.
    package let credential: Credential?

    /// What somebody shows in place of a password, by its id.
    package enum Credential: Sendable, Hashable {
        case session(String)
        case token(String)
    }

    /// `permissions` are those of the role where nothing else is said.
    package init(
        staffID: String?,
        name: String,
        role: Role,
        permissions: Set<Permission>? = nil,
        door: Door,
        credential: Credential? = nil
    ) {
        self.staffID = staffID
        self.name = name
        self.role = role
        self.permissions = permissions ?? role.permissions
        self.door = door
        self.credential = credential
    }

    /// Who may be told again what this author was told once: the same person, by the same token or session.
    package var keyOwner: String {
        let person = staffID ?? "\(door.rawValue) \(name)"
        return switch credential {
        case nil: person
        case .session(let id)?: "\(person) session \(id)"
        case .token(let id)?: "\(person) token \(id)"
        }
    }

    package func may(_ permission: Permission) -> Bool { permissions.contains(permission) }

    /// Throws unless this author has the permission.
    package func require(_ permission: Permission) throws(Problem) {
        guard may(permission) else { throw Problem(.forbidden, permission.refusal) }
    }
}

/// What a member of staff may do, as one word.
package enum Role: String, Sendable, CaseIterable {
    case owner, editor, viewer

    package var permissions: Set<Permission> {
        switch self {
        case .owner: Set(Permission.allCases)
        case .editor: [.readContent, .writeContent, .readFlags, .writeFlags, .publishFlags]
        case .viewer: [.readContent, .readFlags]
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
    /// The phones, names and e-mail addresses of the people who use the apps.
    case readPeople = "people.read"
    /// To change, block and erase them, and to give back what they have bought.
    case writePeople = "people.write"
    /// To give points and to take them.
    case correctPoints = "points.write"
    /// The codes that are kept in test mode.
    case readCodes = "codes.read"
    /// What the apps are set to.
    case writeSettings = "settings.write"
    /// Remote flags with all that apps are not told.
    case readFlags = "flags.read"
    /// To work on drafts, and to say which devices see them.
    case writeFlags = "flags.write"
    /// To give apps other values, now or later, and to take them back.
    case publishFlags = "flags.publish"
    /// To agree to somebody else's draft.
    case approveFlags = "flags.approve"

    /// Those that an owner may give to somebody beside what the role says.
    package static let grantable: [Permission] = [
        .readPeople, .writePeople, .correctPoints, .readCodes, .writeSettings,
        .readFlags, .writeFlags, .publishFlags, .approveFlags,
    ]
}
