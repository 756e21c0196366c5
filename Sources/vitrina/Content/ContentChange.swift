import ArgumentParser
import Core

/// The options of a change that needs only the entry.
struct ContentChange: ParsableArguments {
    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    /// Sends PUT or DELETE to this part of the entry.
    func make(
        _ method: APIMethod,
        _ part: String,
        of type: ContentType,
        _ done: Localized,
        query: [(name: String, value: String)] = []
    ) async throws {
        try await options.run { session in
            let editor = ContentEditor(type: type, session: session, note: reason.note)
            // Apps do not see a discarded draft, or an entry that leaves the archive as a draft.
            let call = APICall(method, type.path + [content.id, part], query: query)
                .unseen(if: method == .delete && part != "publication" && query.isEmpty)
            try editor.answer(try await editor.send(call, of: content.id, from: from.version), done)
        }
    }
}

/// Runs `vitrina offers publish ID`.
struct ContentPublish<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "publish",
            "Показать приложениям черновик записи.",
            "Show the draft of one \(D.type.singular) to apps."
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        try await change.make(.put, "publication", of: D.type, Localized("Опубликовано.", "Published."))
    }
}

/// Runs `vitrina offers unpublish ID`.
struct ContentUnpublish<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unpublish",
            "Снять запись с публикации; она станет черновиком.",
            "Take one \(D.type.singular) off apps; it becomes a draft."
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("Снято с показа, теперь это черновик.", "Taken off; it is a draft now.")
        try await change.make(.delete, "publication", of: D.type, done)
    }
}

/// Runs `vitrina offers discard ID`.
struct ContentDiscard<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "discard",
            "Отбросить неопубликованные правки записи.",
            "Throw the unpublished changes of one \(D.type.singular) away."
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        let done = Localized("Правки отброшены.", "The changes are thrown away.")
        try await change.make(.delete, "draft", of: D.type, done)
    }
}

/// The option that restores an entry in its previous state.
struct AsBeforeOption: ParsableArguments {
    @Flag(
        name: .customLong("as-before"),
        help: ArgumentHelp(
            "Точно как было: в эфире, если была в эфире.",
            "Exactly as it was: live if it was live."
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
            "Убрать запись из приложений и списков, но сохранить.",
            "Take one \(D.type.singular) out of every app and list, and keep it."
        )
    }

    @OptionGroup var change: ContentChange

    func run() async throws {
        try await change.make(.put, "archive", of: D.type, Localized("В архиве.", "Archived."))
    }
}

/// Runs `vitrina offers unarchive ID`.
struct ContentUnarchive<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unarchive",
            "Вернуть запись из архива черновиком или как было.",
            "Take one \(D.type.singular) out of the archive, as a draft or as it was."
        )
    }

    @OptionGroup var asBefore: AsBeforeOption
    @OptionGroup var change: ContentChange

    func run() async throws {
        try await change.make(.delete, "archive", of: D.type, asBefore.done, query: asBefore.query)
    }
}
