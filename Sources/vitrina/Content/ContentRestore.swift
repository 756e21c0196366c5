import ArgumentParser
import Core

/// Runs `vitrina offers restore ID 3`.
struct ContentRestore<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "restore",
            "Сделать прежнюю версию черновиком; publish её покажет.",
            "Make an earlier version of one \(D.type.singular) its draft; publish shows it."
        )
    }

    @OptionGroup var content: ContentArgument

    @Argument(help: ArgumentHelp("Номер версии из истории.", "The version, as the history numbers it."))
    var number: Int64

    @OptionGroup var clear: ClearReferencesOption
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(
                .put,
                D.type.path + [content.id, "draft"],
                query: clear.query,
                json: ["from_version": .integer(number)]
            ).unseen
            let answer = try await editor.send(call, of: content.id, from: from.version)
            try editor.answer(
                answer,
                Localized("Версия \(number) снова в черновике.", "Version \(number) is the draft again.")
            )
        }
    }
}
