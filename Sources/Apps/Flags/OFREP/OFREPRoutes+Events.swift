import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

extension OFREPRoutes {
    /// The stream that makes a provider fetch again; nil if realtime is off for the project (R93).
    func streams(_ project: LiveFlagProject, _ key: String, _ request: Request) async throws -> JSON? {
        guard project.project.settings.isRealtime else { return nil }
        let ticket = try await services.flags.tickets.make(for: key)
        return [
            [
                "type": "sse",
                "url": .string("\(clients.baseURL(of: request))/ofrep/v1/events?ticket=\(ticket)"),
                "inactivityDelaySec": .integer(Limits.flagInactivity.components.seconds),
            ]
        ]
    }

    /// Streams notices of new versions without values; the provider fetches those.
    func follow(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let ticket = FlagQuery(request)["ticket"],
            let key = try await services.flags.tickets.key(of: ticket),
            let project = services.flags.live.state.project(ofKey: key)?.project
        else {
            try limits.count(address: context.address)
            throw Problem(
                .unauthenticated,
                Localized("Адрес ленты устарел.", "The address of the stream is old.")
            )
        }
        try limits.count(key: key, at: context.address)
        guard !context.isLocal, project.settings.isRealtime else { throw Problem.noFeed }
        let live = services.flags.live
        let place = FlagPlace(project)
        let known = request.headers[.lastEventID].flatMap { Int64($0) } ?? known(place, live.state)
        let feed = services.flags.feed
        let random = services.random
        return try await .stream(
            feed,
            to: request,
            contentType: "text/event-stream; charset=utf-8",
            opening: "retry: 2000\n\n",
            headers: CORS.headers,
            join: { try feed.join(place, knowing: known, key: key, owner: context.address) },
            text: { reader in
                switch reader.take() {
                case nil: ""
                case .heartbeat: ": still here\n\n"
                case .version(let number): Self.event(number, project, live.state)
                }
            },
            // The delays spread the reconnections of all clients of a server that stops.
            ending: { "retry: \(StreamLines.retry(random) * 1_000)\n\n" }
        )
    }

    /// A new client may have fetched just before the last publication, so a recent one counts as unknown.
    private func known(_ place: FlagPlace, _ state: LiveFlagState) -> Int64 {
        guard let version = state.projects[place.project]?[place.namespace]?.version else { return 0 }
        let isRecent = version.at.advanced(by: Limits.flagJustPublished) > services.now()
        return isRecent ? version.number - 1 : version.number
    }

    private static func event(_ number: Int64, _ project: FlagProject, _ state: LiveFlagState) -> String {
        let at = state.project(project.id)?[FlagPlace.clients]?.version.at
        let data: JSON = [
            "type": "refetchEvaluation", "etag": .string("etag-\(project.number)-\(number)"),
            "lastModified": .integer(at?.seconds ?? 0),
        ]
        return "id: \(number)\nevent: message\ndata: \(data.text)\n\n"
    }
}
