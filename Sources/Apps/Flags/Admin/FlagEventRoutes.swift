import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Streams edits and publications to staff: `/admin/api/v1/flags/{project}/events`.
struct FlagEventRoutes: Sendable {
    let flags: FlagServices
    let rights: RightsWatch

    func add(to group: RouterGroup<StaffContext>) {
        group.get("{project}/events") { request, context in try await follow(request, context) }
    }

    /// A client that names no step only gets later ones.
    private func follow(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        guard !context.isLocal else { throw Problem.noFeed }
        let project = try await flags.store.project(try context.project)
        let place = FlagPlace(project, request.value("namespace") ?? FlagPlace.clients)
        let (feed, live) = (flags.feed, flags.live)
        let seen = request.headers[.lastEventID] ?? request.value("after")
        let gate = StreamGate(rights, context.author) { try $0.require(.readFlags) }
        return try await .stream(feed, to: request, retry: 2_000, gate: gate) {
            try feed.join(
                place,
                knowing: seen.flatMap { Int64($0) } ?? live.state.step(place),
                key: nil,
                owner: context.author.staffID ?? context.author.name
            )
        } text: { reader in
            switch reader.take() {
            case nil: ""
            case .heartbeat: ": still here\n\n"
            case .version(let step): Self.event(step, place, live.state)
            }
        }
    }

    private static func event(_ step: Int64, _ place: FlagPlace, _ state: LiveFlagState) -> String {
        let data: JSON = [
            "project": .string(place.project), "version": .integer(state.version(place)),
            "by": JSON(state.lastAuthor(place)),
        ]
        return "id: \(step)\nevent: flags.changed\ndata: \(data.text)\n\n"
    }
}
