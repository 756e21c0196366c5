import Apps
import ArgumentParser
import Core
import Web

/// The commands of one list for staff, `vitrina devices …`, generated from its declaration.
struct ResourceGroup<D: ResourceDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let resource = D.resource
        var commands: [any ParsableCommand.Type] = [ResourceList<D>.self, ResourceShow<D>.self]
        if !resource.sums.isEmpty { commands.append(ResourceStats<D>.self) }
        if resource.isExported { commands.append(ResourceExport<D>.self) }
        let special = (specialCommands[resource.name] ?? []) + Catalog.commands(of: resource)
        let names = special.map { $0.configuration.commandName }
        commands += special
        commands += resourceActions(of: D.self).filter { !names.contains($0.configuration.commandName) }
        commands += Catalog.resources.filter { $0.resource.isBelow(resource) }.flatMap(commandsBelow)
        // A default list command with arguments would accept a mistyped verb as an argument.
        return CommandConfiguration(
            commandName: resource.name,
            abstract: resource.about.here + ".",
            subcommands: commands,
            defaultSubcommand: resource.filters.contains(where: \.isWords) ? nil : ResourceList<D>.self
        )
    }
}

/// The groups of the lists of a section, of one app or of all, in the order of the apps' declarations.
func resourceGroups(in section: ResourceSection, of app: String? = nil) -> [any ParsableCommand.Type] {
    func open<D: ResourceDeclaration>(_: D.Type) -> any ParsableCommand.Type { ResourceGroup<D>.self }
    return Catalog.resources.filter {
        let resource = $0.resource
        return resource.section == section && resource.parent == nil && (app == nil || resource.app == app)
    }.map { open($0) }
}

/// The commands that replace the action of a list with the same name.
private let specialCommands: [String: [any ParsableCommand.Type]] = ["hooks": [HookTest.self]]

extension Resource {
    fileprivate func isBelow(_ list: Resource) -> Bool { parent == list.name && app == list.app }
}

/// The commands of a nested list: `vitrina gifts uses` and its actions, or a group if it belongs to one row.
private func commandsBelow(_ declaration: any ResourceDeclaration.Type) -> [any ParsableCommand.Type] {
    func open<D: ResourceDeclaration>(_: D.Type) -> [any ParsableCommand.Type] {
        D.resource.owner == nil
            ? [ResourceList<D>.self] + resourceActions(of: D.self) : [ResourceGroup<D>.self]
    }
    return open(declaration)
}

/// Runs `vitrina devices list 'iPhone 15' --push event`.
struct ResourceList<D: ResourceDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: D.resource.parent == nil || D.resource.owner != nil ? "list" : D.resource.name,
            abstract: D.resource.about.here + "."
        )
    }

    @OptionGroup var owner: OwnerOptions<D>
    @OptionGroup var filters: ResourceOptions<D>
    @OptionGroup var page: PageOptions
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let table = ResourceTable(resource: D.resource, session: session)
            try await session.answerPage(
                try await owner.resource(session).address,
                page,
                try await filters.query(session),
                id: { $0.id(in: D.resource) },
                table: table.list
            )
        }
    }
}

/// Runs `vitrina devices show ID`.
struct ResourceShow<D: ResourceDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", "Показать одну запись.", "Show one of them.")
    }

    @Argument(
        help: ArgumentHelp("Id записи.", "The ID."),
        completion: .custom { words, _, _ in await Candidates.rows(words, of: D.resource) }
    ) var id: String
    @OptionGroup var owner: OwnerOptions<D>
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let resource = try await owner.resource(session)
            let id = try await session.id(of: id, in: resource)
            let row = try await session.api.get(resource.address + [id])
            session.answer(row, ids: row.id(in: D.resource).map { [$0] }) {
                ResourceTable(resource: D.resource, session: session).card(row)
            }
        }
    }
}

/// Runs `vitrina reviews stats`.
struct ResourceStats<D: ResourceDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: D.resource.figures,
            "Итоги по всему списку.",
            "Figures over the whole list."
        )
    }

    @OptionGroup var owner: OwnerOptions<D>
    @OptionGroup var filters: ResourceOptions<D>
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let figures = try await session.api.get(
                try await owner.resource(session).address + [D.resource.figures],
                query: try await filters.query(session)
            )
            session.answer(figures, ids: []) {
                ResourceTable(resource: D.resource, session: session).sums(figures)
            }
        }
    }
}

/// Runs `vitrina gifts export --to gifts.csv`.
struct ResourceExport<D: ResourceDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            "Записать список таблицей (CSV); попадает в журнал.",
            "Write the list as a table (CSV); this is noted in the audit."
        )
    }

    @OptionGroup var owner: OwnerOptions<D>
    @OptionGroup var filters: ResourceOptions<D>
    @OptionGroup var file: TableFile
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let query = try await filters.query(session).filter { $0.name != "sort" }
            let address = try await owner.resource(session).address
            try await file.fetch(address + ["export"], query, session)
        }
    }
}

extension ResourceFilter {
    var isWords: Bool { if case .words = kind { true } else { false } }
}
