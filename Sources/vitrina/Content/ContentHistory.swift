import ArgumentParser
import Core

/// Runs `vitrina offers history ID`.
struct ContentHistory<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history",
            abstract: "Show who changed one \(D.type.singular), when and why."
        )
    }

    @OptionGroup var content: ContentArgument

    @Option(help: ArgumentHelp("At most so many (\(Limits.pageSizeDefault)).", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("The page after this mark, which the page before gave.", valueName: "mark"))
    var cursor: String?

    @Flag(help: "All pages.")
    var all = false

    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let path = D.type.path + [content.id, "history"]
            let (items, next) = try await session.list(path, page: (limit, cursor), all: all)
            let ids = items.compactMap { $0["version"]?.integer.map { String($0) } }
            session.answer(["items": .array(items), "next": JSON(next)], ids: ids) {
                ContentTable(type: D.type, session: session).history(items)
            }
            session.noteNext(next)
        }
    }
}
