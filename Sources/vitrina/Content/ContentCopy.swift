import ArgumentParser
import Core

/// Runs `vitrina offers copy ID`.
struct ContentCopy<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "copy",
            "Сделать черновик по образцу записи.",
            "Make a draft that is like one \(D.type.singular)."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let call = APICall(.post, D.type.path + [content.id, "copies"]).note(reason.note).unseen
            let copy = try await session.api.send(call)
            try ContentEditor(type: D.type, session: session).answer(
                copy,
                Localized("Копия создана, это черновик.", "The copy is there, as a draft.")
            )
        }
    }
}
