import Apps
import ArgumentParser
import Core
import Web

/// The commands of one content type, `vitrina offers …`, generated from its declaration.
struct ContentGroup<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: D.type.name,
            abstract: D.type.title.here + ".",
            subcommands: [
                ContentList<D>.self, ContentShow<D>.self, ContentCreate<D>.self, ContentEdit<D>.self,
                ContentPublish<D>.self, ContentUnpublish<D>.self, ContentDiscard<D>.self, ContentMove<D>.self,
                ContentCopy<D>.self, ContentHistory<D>.self, ContentDiffCommand<D>.self,
                ContentRestore<D>.self,
                ContentArchive<D>.self, ContentUnarchive<D>.self, ContentUses<D>.self, ContentRemove<D>.self,
                ContentRecover<D>.self, ContentPurge<D>.self, ContentSchedule<D>.self, ContentBulk<D>.self,
                ContentExport<D>.self, ContentImport<D>.self,
            ] + Catalog.commands(of: D.type)
        )
    }
}

/// The group of a type from the catalogue.
func contentGroup(of declaration: any ContentDeclaration.Type) -> any ParsableCommand.Type {
    func open<D: ContentDeclaration>(_: D.Type) -> any ParsableCommand.Type { ContentGroup<D>.self }
    return open(declaration)
}

/// The argument that names an entry.
struct ContentArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Id или слаг, если он есть у вида.",
            "The id, or the slug where the type has one."
        ),
        completion: .custom(Candidates.contents)
    )
    var id: String
}

/// The option for the version that a change is made from.
struct VersionOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Изменить, только если версия эта (новейшая).",
            "Change it only if this is its version (the newest).",
            valueName: "number"
        )
    )
    var version: Int64?
}

extension ContentType {
    /// The path of the type in the admin API: its app, followed by its name.
    var path: [String] {
        [Catalog.module(of: name)?.name ?? "", name]
    }

    static func named(_ name: String) -> ContentType? {
        Catalog.types.map { $0.type }.first { $0.name == name }
    }
}
