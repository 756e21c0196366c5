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

/// Where something goes among its neighbours: exactly one of these.
struct PlaceArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Right before this one.", valueName: "id"))
    var before: String?

    @Option(help: ArgumentHelp("Right after this one.", valueName: "id"))
    var after: String?

    @Flag(help: "Before all others.")
    var first = false

    @Flag(help: "After all others.")
    var last = false

    func validate() throws {
        let given = [before != nil, after != nil, first, last].filter { $0 }.count
        guard given == 1 else {
            throw ValidationError("Give exactly one of --before, --after, --first and --last.")
        }
    }

    /// The body of the API; `resolve` turns what was typed into an id.
    func json(_ resolve: (String) async throws -> String) async throws -> JSON {
        if let before { return ["before": .string(try await resolve(before))] }
        if let after { return ["after": .string(try await resolve(after))] }
        return ["to": first ? "first" : "last"]
    }
}

/// Runs `vitrina offers move ID --before ID`.
struct ContentMove<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "move",
            abstract: "Put one \(D.type.singular) elsewhere in the order."
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
                return try await editor.content(text)["id"]?.string ?? ""
            }
            let call = APICall(.put, D.type.path + [content.id, "position"], json: body)
            editor.answer(
                try await editor.send(call, of: content.id, from: nil),
                Localized("Передвинуто.", "Moved.")
            )
        }
    }
}

/// Runs `vitrina offers remove ID`.
struct ContentRemove<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "remove", abstract: "Move one \(D.type.singular) to the trash.")
    }

    @OptionGroup var content: ContentArgument
    @OptionGroup var from: VersionOption
    @OptionGroup var reason: NoteOption

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @OptionGroup var options: Options

    func run() async throws {
        try await options.run { session in
            let editor = ContentEditor(type: D.type, session: session, note: reason.note)
            let before = try await editor.content(content.id)
            let (title, state) = (before["title"]?.string ?? "", before["state"]?.string ?? "")
            let isSeen = state == Content.State.live.rawValue
            try session.terminal.confirm(
                Localized(
                    "«\(title)» уйдёт в корзину\(isSeen ? ", приложения её показывают сейчас" : "").",
                    "“\(title)” goes to the trash\(isSeen ? "; apps show it now" : "")."
                ),
                isAgreed: yes
            )
            let call = APICall(.delete, D.type.path + [content.id])
            _ = try await editor.send(
                call,
                of: content.id,
                from: from.version ?? before["version"]?.integer
            )
            let id = before["id"]?.string ?? content.id
            session.answer(["id": .string(id)], ids: [id]) { Table([], hasHeader: false, rows: []) }
            session.note(Localized("«\(title)» в корзине.", "“\(title)” is in the trash."))
        }
    }
}
