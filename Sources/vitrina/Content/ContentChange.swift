import ArgumentParser
import Core

/// A change of one content that needs nothing to be said but which one.
struct ContentChange: ParsableArguments {
    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption
    @OptionGroup var options: Options

    /// Puts or deletes that part of the content.
    func make(
        _ method: APIMethod,
        _ part: String,
        of type: ContentType,
        _ done: Localized,
        query: [(name: String, value: String)] = []
    ) async throws {
        try await options.run { session in
            let editor = ContentEditor(type: type, session: session, note: reason.note)
            // A draft that goes, and what comes out of the archive as a draft, are for staff alone.
            let call = APICall(method, type.path + [content.id, part], query: query)
                .unseen(if: method == .delete && part != "publication" && query.isEmpty)
            editor.answer(try await editor.send(call, of: content.id, from: from.version), done)
        }
    }
}
