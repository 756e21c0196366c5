import Core
import Storage

/// The lists for staff that every installation has, whatever its apps are.
package enum SystemLists {
    package static let all: [any ResourceDeclaration.Type] = [
        StaffMembers.self, Tokens.self, WebHooks.self, HookDeliveries.self, OutboxMessages.self,
    ]

    /// These and the access log, whose titles come from the modules.
    static func resources(with modules: [any Module]) -> [Resource] {
        all.map { $0.resource } + [AuditEntries.resource(of: modules)]
    }
}

extension [ResourceChoice] {
    static let roles = Role.allCases.map { ResourceChoice($0.rawValue, $0.title) }

    /// Permissions that can be granted besides those of a role.
    static let grants = Permission.grantable.map { ResourceChoice($0.rawValue, $0.title) }
}

extension ResourceColumn {
    static func role(_ sql: SQL) -> ResourceColumn {
        ResourceColumn("role", .choice(.roles), Localized("Роль", "Role"), sql)
    }

    static func grants(_ sql: SQL) -> ResourceColumn {
        ResourceColumn(
            "grants",
            .choices(.grants, none: Localized("нет", "none")),
            Localized("Права сверх роли", "Rights beside the role"),
            sql
        )
    }
}

extension ResourceInput {
    static func role(initial: JSON = .null) -> ResourceInput {
        let choices = Role.allCases.map { role in
            let title = Localized("\(role.title.ru): \(role.help.ru)", "\(role.title.en): \(role.help.en)")
            return ResourceChoice(role.rawValue, title)
        }
        return ResourceInput(
            "role",
            Localized("Роль", "Role"),
            .choice(choices),
            isRequired: true,
            initial: initial
        )
    }

    static let grants = ResourceInput(
        "grants",
        Localized("Права сверх роли", "Rights beside the role"),
        .choices(.grants),
        option: "grant"
    )
}

extension ResourceValues {
    /// The chosen role.
    var role: Role? { text("role").flatMap { Role(rawValue: $0) } }

    var grants: Set<Permission>? { texts("grants").map { Set($0.compactMap { Permission(rawValue: $0) }) } }
}
