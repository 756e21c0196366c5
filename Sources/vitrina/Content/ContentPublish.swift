import ArgumentParser
import Core

/// Runs `vitrina offers publish ID`.
struct ContentPublish<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "publish",
            abstract: Localized(
                "Показать приложениям черновик записи.",
                "Show the draft of one \(D.type.singular) to apps."
            ).here
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("Опубликовано.", "Published.")
        try await change.make(.put, "publication", of: D.type, done)
    }
}
