import ArgumentParser
import Core

/// Runs `vitrina offers archive ID`.
struct ContentArchive<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "archive",
            abstract: Localized(
                "Убрать запись из приложений и списков, но сохранить.",
                "Take one \(D.type.singular) out of every app and list, and keep it."
            ).here
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("В архиве.", "Archived.")
        try await change.make(.put, "archive", of: D.type, done)
    }
}

/// Runs `vitrina offers unarchive ID`.
struct ContentUnarchive<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unarchive",
            abstract: Localized(
                "Вернуть запись из архива черновиком.",
                "Take one \(D.type.singular) out of the archive, as a draft."
            ).here
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("Снова среди черновиков.", "Back among the drafts.")
        try await change.make(.delete, "archive", of: D.type, done)
    }
}
