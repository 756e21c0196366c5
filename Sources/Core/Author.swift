/// The author of an action: a member of staff, or the program on behalf of the person who runs it.
package struct Author: Sendable, Hashable {
    /// The channel of a request.
    package enum Door: String, Sendable {
        case api, console, cli, seed, server
    }

    /// Nil for the person who runs the program, and for the program itself.
    package let staffID: String?
    package let name: String
    package let role: Role
    package let permissions: Set<Permission>
    package let door: Door
    /// The credential of the request; nil for the person who runs the program, and for the program itself.
    package let credential: Credential?

    /// A session or a token that is used instead of a password, by its id.
    package enum Credential: Sendable, Hashable {
        case session(String)
        case token(String)
    }

    /// `permissions` are those of the role by default.
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

    /// The owner of an idempotency key: the same person with the same token or session.
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

/// A named set of permissions of a member of staff.
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

package enum Permission: String, Sendable, CaseIterable, JSONReadable {
    case readContent = "content.read"
    case writeContent = "content.write"
    /// To delete entries from the trash permanently.
    case purgeContent = "content.purge"
    /// To manage staff, their roles and their tokens.
    case manageStaff = "staff.manage"
    /// To manage the addresses that are notified of changes.
    case manageHooks = "hooks.manage"
    /// To see the phones, names and e-mail addresses of the people who use the apps.
    case readPeople = "people.read"
    /// To change, block and erase those people, and to refund what they have bought.
    case writePeople = "people.write"
    /// To add and subtract points.
    case correctPoints = "points.write"
    /// To see the codes that are stored in test mode.
    case readCodes = "codes.read"
    /// To change the app settings.
    case writeSettings = "settings.write"
    /// To see remote flags, including everything that apps do not receive.
    case readFlags = "flags.read"
    /// To edit drafts, and to choose the devices that receive them.
    case writeFlags = "flags.write"
    /// To publish values to apps, now or later, and to roll them back.
    case publishFlags = "flags.publish"
    /// To approve somebody else's draft.
    case approveFlags = "flags.approve"

    /// The permissions that an owner may grant to a person in addition to those of the role.
    package static let grantable: [Permission] = [
        .readPeople, .writePeople, .correctPoints, .readCodes, .writeSettings,
        .readFlags, .writeFlags, .publishFlags, .approveFlags,
    ]
}
