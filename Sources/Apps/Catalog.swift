import Core
import Web

/// The catalog of everything that this server serves.
package enum Catalog {
    /// The mobile apps, in the order in which staff see them.
    package static let apps: [any App] = [Mall(), Mods(), Stories(), Travel(), Cruise(), Accounts()]

    /// The apps, and the modules that serve all of them.
    package static let modules: [any Module] = apps + [RemoteFlags(), Backups()]

    package static var types: [any ContentDeclaration.Type] {
        modules.flatMap(\.types)
    }

    /// Every list for staff, without those of content types.
    package static var resources: [any ResourceDeclaration.Type] {
        SystemLists.all + [AccessLog.self] + modules.flatMap(\.resources)
    }

    /// The app that a content type belongs to.
    package static func module(of type: String) -> (any App)? {
        apps.first { module in module.types.contains { $0.type.name == type } }
    }
}

/// The access log, with the labels of every module.
enum AccessLog: ResourceDeclaration {
    static let resource = AuditEntries.resource(of: Catalog.modules)
}
