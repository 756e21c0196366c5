import Apps
import ArgumentParser
import Core
import Flags

/// The options of the project and the namespace of flags.
struct FlagPlaceOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Проект; не нужен, если он один.",
            "The project; not needed where there is one.",
            valueName: "id"
        ),
        completion: .custom(Candidates.flagProjects)
    )
    var project: String?
    @Flag(
        help: ArgumentHelp(
            "Флаги серверов (firebase-server), а не приложений.",
            "The flags of servers (firebase-server) instead of those of apps."
        )
    ) var forServers = false

    /// The path `flags/<project>` followed by `rest`.
    func path(_ session: Session, _ rest: String...) async throws -> [String] {
        ["flags", try await id(session)] + rest
    }

    func id(_ session: Session) async throws -> String {
        try await session.onlyRow(project, of: FlagProjects.resource, option: "project")
    }

    /// The namespace as a query.
    var query: [(name: String, value: String)] {
        forServers ? [("namespace", FlagPlace.servers)] : []
    }

    /// Returns the draft; without edits it equals the published version.
    func draft(_ session: Session) async throws -> FlagDraft.WholeAnswer {
        try await session.api.get(
            try await path(session, "draft"),
            query: query,
            as: FlagDraft.WholeAnswer.self
        )
    }

    /// Returns the published version or the draft.
    func sheet(_ session: Session, isLive: Bool) async throws -> FlagSheet {
        guard isLive else { return FlagSheet(try await draft(session)) }
        return FlagSheet(published: try await published(session, as: AnnotatedTemplate.self))
    }

    /// Returns the published version, read as its template or as its description.
    func published<Answer: JSONReadable>(_ session: Session, as kind: Answer.Type) async throws -> Answer {
        try await session.api.get(try await path(session, "template"), query: query, as: kind)
    }

    func call(_ method: APIMethod, _ path: [String], json: JSON? = nil) -> APICall {
        APICall(method, path, query: query, json: json)
    }
}
