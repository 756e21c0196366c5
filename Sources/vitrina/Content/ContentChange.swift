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
