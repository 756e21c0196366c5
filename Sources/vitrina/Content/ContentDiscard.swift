import ArgumentParser
import Core

/// Runs `vitrina offers discard ID`.
struct ContentDiscard<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "discard",
            abstract: "Throw the unpublished changes of one \(D.type.singular) away."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(.delete, D.type.path + [content.id, "draft"])
            let answer = try await editor.change(call, of: content.id, from: from.version)
            editor.answer(answer, Localized("Правки отброшены.", "The changes are thrown away."))
        }
    }
}
