import ArgumentParser
import Core

/// Runs `vitrina offers show ID`.
struct ContentShow<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            "Показать все поля записи.",
            "Show every field of one \(D.type.singular)."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let json = try await session.api.get(D.type.path + [content.id])
            try session.answer(json) {
                ContentTable(type: D.type, session: session).record(try Content.Answer(json: json))
            }
        }
    }
}
