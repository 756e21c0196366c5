import Apps
import ArgumentParser
import Core
import Web

/// An app with commands in addition to those of its entries and lists; they are in the app's folder.
protocol AppCommands: Module {
    /// The top-level commands of a section of the help.
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type]

    /// The additional commands in the group of a content type.
    func commands(of type: ContentType) -> [any ParsableCommand.Type]

    /// The additional commands in the group of a list; an action of the list with the same name is left out.
    func commands(of resource: Resource) -> [any ParsableCommand.Type]
}

extension AppCommands {
    func commands(in section: ResourceSection) -> [any ParsableCommand.Type] { [] }
    func commands(of type: ContentType) -> [any ParsableCommand.Type] { [] }
    func commands(of resource: Resource) -> [any ParsableCommand.Type] { [] }
}

extension Catalog {
    private static var appsWithCommands: [any AppCommands] { modules.compactMap { $0 as? any AppCommands } }

    static func commands(in section: ResourceSection) -> [any ParsableCommand.Type] {
        appsWithCommands.flatMap { $0.commands(in: section) } + resourceGroups(in: section)
    }

    static func commands(of type: ContentType) -> [any ParsableCommand.Type] {
        appsWithCommands.flatMap { $0.commands(of: type) }
    }

    static func commands(of resource: Resource) -> [any ParsableCommand.Type] {
        appsWithCommands.flatMap { $0.commands(of: resource) }
    }
}
