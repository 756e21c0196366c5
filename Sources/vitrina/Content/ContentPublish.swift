import ArgumentParser
import Core

/// Runs `vitrina offers publish ID`.
struct ContentPublish<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "publish",
            abstract: "Show the draft of one \(D.type.singular) to apps."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(.put, D.type.path + [content.id, "publication"])
            let answer = try await editor.change(call, of: content.id, from: from.version)
            editor.answer(answer, Localized("Опубликовано.", "Published."))
        }
    }
}
