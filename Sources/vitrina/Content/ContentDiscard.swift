import ArgumentParser
import Core

/// Runs `vitrina offers discard ID`.
struct ContentDiscard<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "discard",
            abstract: Localized(
                "Отбросить неопубликованные правки записи.",
                "Throw the unpublished changes of one \(D.type.singular) away."
            ).here
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("Правки отброшены.", "The changes are thrown away.")
        try await change.make(.delete, "draft", of: D.type, done)
    }
}
