import ArgumentParser
import Core

/// Runs `vitrina offers unpublish ID`.
struct ContentUnpublish<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unpublish",
            abstract: Localized(
                "Снять запись с публикации; она станет черновиком.",
                "Take one \(D.type.singular) off apps; it becomes a draft."
            ).here
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("Снято с показа, теперь это черновик.", "Taken off; it is a draft now.")
        try await change.make(.delete, "publication", of: D.type, done)
    }
}
