import ArgumentParser
import Core

/// Runs `vitrina offers remove ID`.
struct ContentRemove<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "remove",
            "Переместить запись в корзину.",
            "Move one \(D.type.singular) to the trash."
        )
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption

    @Flag(
        name: .customLong("clear-references"),
        help: ArgumentHelp(
            "Убрать её отовсюду, где на неё ссылаются.",
            "Take it out of every entry that refers to it."
        )
    )
    var clearReferences = false

    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask."))
    var yes = false

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let before = try await editor.content(content.id)
            let (title, isSeen) = (before.title, before.state == .live)
            let all = try [Use.Answer](json: .array(try await editor.uses(content.id).elements))
            let parts = Set(all.filter(\.isPart).map(\.id)).count
            let uses = clearReferences ? all.count { !$0.isPart } : 0
            try session.terminal.confirm(
                Localized(
                    "«\(title)» уйдёт в корзину\(isSeen ? ", приложения её показывают сейчас" : "")"
                        + (parts > 0 ? "; вместе с ней её части: \(parts)" : "")
                        + (uses > 0 ? "; ссылок на неё будет убрано: \(uses)." : "."),
                    "“\(title)” goes to the trash\(isSeen ? "; apps show it now" : "")"
                        + (parts > 0 ? "; its parts go with it: \(parts)" : "")
                        + (uses > 0 ? "; \(uses) references to it go too." : ".")
                ),
                isAgreed: yes
            )
            let query = clearReferences ? [(name: "clear_references", value: "true")] : []
            let call = APICall(.delete, D.type.path + [content.id], query: query)
            _ = try await editor.send(
                call,
                of: content.id,
                from: from.version ?? before.version
            )
            session.answer(["id": .string(before.id)]) { .empty }
            session.note(Localized("«\(title)» в корзине.", "“\(title)” is in the trash."))
        }
    }
}
