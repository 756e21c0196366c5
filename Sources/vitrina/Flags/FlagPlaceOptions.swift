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
        if let project { return project }
        let ids = try await session.api.all(["flags"], pageSize: nil).compactMap(\.id)
        guard let first = ids.first else {
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized(
                    "Проектов нет: vitrina projects create.",
                    "There is no project: vitrina projects create."
                )
            )
        }
        guard ids.count > 1 else { return first }
        let list = ids.joined(separator: ", ")
        throw Failure.usage(
            Localized(
                "Назовите проект, например --project \(first); есть \(list).",
                "Name a project, such as --project \(first); there are \(list)."
            )
        )
    }

    /// The namespace as a query.
    var query: [(name: String, value: String)] {
        forServers ? [("namespace", FlagPlace.servers)] : []
    }

    /// Returns the draft; without edits it equals the published version.
    func draft(_ session: Session) async throws -> JSON {
        try await session.api.get(try await path(session, "draft"), query: query)
    }

    /// Returns the published version or the draft.
    func sheet(_ session: Session, isLive: Bool) async throws -> JSON {
        guard isLive else { return try await draft(session) }
        return try await session.api.get(try await path(session, "template"), query: query)
    }

    func call(_ method: APIMethod, _ path: [String], json: JSON? = nil) -> APICall {
        APICall(method, path, query: query, json: json)
    }
}
