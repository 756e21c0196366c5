import ArgumentParser
import Core

/// Whose flags a command is about.
struct FlagPlaceOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The project; not needed where there is one.", valueName: "id"),
        completion: .custom(Candidates.flagProjects)
    )
    var project: String?
    /// `--server` names the server that the command speaks to.
    @Flag(
        name: .customLong("for-servers"),
        help: "The flags of servers (firebase-server) instead of those of apps."
    )
    var server = false

    /// `flags/<project>` with what follows.
    func path(_ session: Session, _ rest: String...) async throws -> [String] {
        ["flags", try await id(session)] + rest
    }

    func id(_ session: Session) async throws -> String {
        if let project { return project }
        let ids = try await session.api.all(["flags"], pageSize: nil).compactMap(\.id)
        guard ids.count != 1, let first = ids.first else {
            guard let only = ids.first else {
                throw Failure(
                    .notFound,
                    Problem.Kind.notFound.rawValue,
                    Localized(
                        "Проектов нет: vitrina projects create.",
                        "There is no project: vitrina projects create."
                    )
                )
            }
            return only
        }
        let list = ids.joined(separator: ", ")
        throw Failure.usage(
            Localized(
                "Назовите проект, например --project \(first); есть \(list).",
                "Name a project, such as --project \(first); there are \(list)."
            )
        )
    }

    /// Which flags of the project.
    var query: [(name: String, value: String)] {
        server ? [("namespace", FlagPlace.servers)] : []
    }

    /// The draft as it is; where nothing is being worked on, what apps see.
    func draft(_ session: Session) async throws -> JSON {
        try await session.api.get(try await path(session, "draft"), query: query)
    }

    func call(_ method: APIMethod, _ path: [String], json: JSON? = nil) -> APICall {
        let call = json.map { APICall(method, path, json: $0) } ?? APICall(method, path)
        return call.with("namespace", server ? FlagPlace.servers : nil)
    }

    /// Changes the draft as it is now; somebody else's edits meanwhile are never lost.
    func edit(_ session: Session, _ edits: [JSON]) async throws -> JSON {
        let draft = try await draft(session)
        let path = try await path(session, "draft")
        return try await session.api.send(
            call(.patch, path, json: ["edits": .array(edits)]).ifMatch(draft["revision"]?.integer)
        )
    }
}

/// Whether a change waits in the draft or goes to apps at once.
struct FlagPublishOption: ParsableArguments {
    @Flag(help: "Publish it at once, with whatever else is in the draft.") var publish = false
    @OptionGroup var reason: NoteOption

    /// Publishes the draft where that is wished; says what is to be done otherwise.
    func finish(_ draft: JSON, _ place: FlagPlaceOptions, _ session: Session) async throws {
        let count = draft["changes"]?.array?.count ?? 0
        guard publish else {
            if count > 0 {
                session.note(
                    Localized(
                        "В черновике \(count) \(plural(count, "изменение", "изменения", "изменений")): vitrina flags publish.",
                        "\(count) \(count == 1 ? "change waits" : "changes wait") in the draft: vitrina flags publish."
                    )
                )
            }
            return
        }
        guard count > 0 else {
            return session.note(Localized("Публиковать нечего.", "There is nothing to publish."))
        }
        let path = try await place.path(session, "draft", "publication")
        let version = try await session.api.send(
            place.call(.put, path, json: [:]).ifMatch(draft["revision"]?.integer).note(reason.note)
        )
        session.notePublished(version)
    }
}

extension Session {
    func notePublished(_ version: JSON) {
        let number = version["number"].number
        note(Localized("Опубликована версия \(number).", "Version \(number) is published."))
    }
}
