import ArgumentParser
import Core

/// Runs `vitrina offers archive ID`.
struct ContentArchive<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "archive",
            abstract: "Take one \(D.type.singular) out of every app and list, and keep it."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(.put, D.type.path + [content.id, "archive"])
            let answer = try await editor.change(call, of: content.id, from: from.version)
            editor.answer(answer, Localized("В архиве.", "Archived."))
        }
    }
}

/// Runs `vitrina offers unarchive ID`.
struct ContentUnarchive<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unarchive",
            abstract: "Take one \(D.type.singular) out of the archive, as a draft."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let call = APICall(.delete, D.type.path + [content.id, "archive"])
            let answer = try await editor.change(call, of: content.id, from: from.version)
            editor.answer(answer, Localized("Снова среди черновиков.", "Back among the drafts."))
        }
    }
}
