import ArgumentParser
import Core

/// Runs `vitrina offers history ID`.
struct ContentHistory<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history",
            "Показать, кто менял запись, когда и зачем.",
            "Show who changed one \(D.type.singular), when and why."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var page: PageOptions
    @OptionGroup var watch: WatchOptions
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run(watching: watch) { session in
            let path = D.type.path + [content.id, "history"]
            let table = ContentTable(type: D.type, session: session)
            try await session.answerPage(path, page, id: { String($0.version) }, table: table.history)
        }
    }
}
