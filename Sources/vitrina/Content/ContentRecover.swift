import ArgumentParser
import Core

/// The option that removes references that can no longer be restored.
struct ClearReferencesOption: ParsableArguments {
    @Flag(
        name: .customLong("clear-references"),
        help: ArgumentHelp(
            "Убрать ссылки на то, чего уже нет.",
            "Remove references to entries that are gone."
        )
    )
    var clearReferences = false

    var query: [(name: String, value: String)] {
        clearReferences ? [(name: "clear_references", value: "true")] : []
    }
}

/// Runs `vitrina offers recover ID`.
struct ContentRecover<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "recover",
            "Вернуть запись из корзины черновиком или как было.",
            "Take one \(D.type.singular) out of the trash, as a draft or as it was."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var clear: ClearReferencesOption
    @OptionGroup var asBefore: AsBeforeOption
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(
                .delete,
                D.type.path + [content.id, "trash"],
                query: clear.query + asBefore.query
            ).unseen(if: !asBefore.asBefore)
            let answer = try await editor.send(call, of: content.id, from: from.version)
            try editor.answer(answer, asBefore.done)
        }
    }
}

/// Runs `vitrina offers purge ID`.
struct ContentPurge<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "purge",
            "Удалить запись из корзины навсегда.",
            "Remove one \(D.type.singular) in the trash for ever."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption

    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask."))
    var yes = false

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let before = try await editor.content(content.id)
            let title = before.title
            try session.terminal.confirm(
                Localized("«\(title)» исчезнет навсегда.", "“\(title)” will be gone for ever."),
                isAgreed: yes
            )
            let call = APICall(.delete, D.type.path + [content.id], query: [("purge", "true")])
            _ = try await editor.send(
                call,
                of: content.id,
                from: from.version ?? before.version
            )
            session.answer(["id": .string(before.id)]) { .empty }
            session.note(Localized("«\(title)» больше нет.", "“\(title)” is gone."))
        }
    }
}
