import ArgumentParser
import Core

/// Runs `vitrina offers move ID --before ID`.
struct ContentMove<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "move",
            "Передвинуть запись.",
            "Put one \(D.type.singular) elsewhere in the order."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var place: PlaceArguments
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let body = try await place.json { text in
                if let id = Identifier.normalized(text) { return id }
                return try await editor.content(text).id
            }
            let call = APICall(.put, D.type.path + [content.id, "position"], json: body)
            try editor.answer(
                try await editor.send(call, of: content.id, from: nil),
                Localized("Передвинуто.", "Moved.")
            )
        }
    }
}
