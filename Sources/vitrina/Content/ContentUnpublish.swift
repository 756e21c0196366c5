import ArgumentParser
import Core

/// Runs `vitrina offers unpublish ID`.
struct ContentUnpublish<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unpublish",
            abstract: "Take one \(D.type.singular) off apps; it becomes a draft."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(.delete, D.type.path + [content.id, "publication"])
            let answer = try await editor.change(call, of: content.id, from: from.version)
            editor.answer(
                answer,
                Localized("Снято с показа, теперь это черновик.", "Taken off; it is a draft now.")
            )
        }
    }
}
