import ArgumentParser
import Core

/// The option that restores an entry in its previous state.
struct AsBeforeOption: ParsableArguments {
    @Flag(
        name: .customLong("as-before"),
        help: ArgumentHelp(
            "Точно как было: в эфире, если была в эфире.",
            "Exactly as it went there: live where it was live."
        )
    )
    var asBefore = false

    var query: [(name: String, value: String)] { asBefore ? [(name: "as_before", value: "true")] : [] }

    var done: Localized {
        asBefore
            ? Localized("Всё снова как было.", "Back as it was.")
            : Localized("Снова среди черновиков.", "Back among the drafts.")
    }
}

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
                "Вернуть запись из архива черновиком или как было.",
                "Take one \(D.type.singular) out of the archive, as a draft or as it was."
            ).here
        )
    }

    @OptionGroup var asBefore: AsBeforeOption
    @OptionGroup var change: ContentChange

    func run() async throws {
        try await change.make(.delete, "archive", of: D.type, asBefore.done, query: asBefore.query)
    }
}
