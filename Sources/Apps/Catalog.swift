import Core
import Web

/// Every mobile app that this server serves, in the order in which staff see them.
package enum Catalog {
    package static let modules: [any Module] = [Mall(), Mods(), Stories(), Accounts()]

    package static var types: [any ContentDeclaration.Type] {
        modules.flatMap(\.types)
    }

    /// Every list for staff beside those of content types.
    package static var resources: [any ResourceDeclaration.Type] {
        SystemLists.all + modules.flatMap(\.resources)
    }

    /// The app that a content type belongs to.
    package static func module(of type: String) -> (any Module)? {
        modules.first { module in module.types.contains { $0.type.name == type } }
    }
}
