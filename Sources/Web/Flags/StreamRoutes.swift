import Core
import HTTPTypes
import Hummingbird
import Storage

/// Tells Firebase's SDKs of new versions as they come (remote-config.md 4.4).
struct StreamRoutes: Sendable {
    let services: Services
    let limits: FlagClients

    func stream(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        try limits.count(address: context.address)
        let project = try FlagDoor(live: services.flags.live).project(path.project, request)
        var request = request
        let body = try await FlagBody.lenientKeepingBody(&request)
        let place = FlagPlace(project.project, body.field("namespace") ?? path.namespace)
        guard !context.isLocal else { throw Problem.noFeed }
        let known = Int64(body.field("lastKnownVersionNumber", "last_known_version_number") ?? "") ?? 0
        let lines = StreamLines(live: services.flags.live, place: place)
        guard lines.isRealtime else { return Self.disabled(lines) }
        let feed = services.flags.feed
        return try await .stream(
            feed,
            to: request,
            contentType: "application/json; charset=utf-8",
            opening: "[",
            headers: OpenOrigin.headers,
            join: { try feed.join(place, knowing: known, owner: place.project) },
            text: { lines.text(of: $0) },
            ending: { lines.ending }
        )
    }

    private static func disabled(_ lines: StreamLines) -> Response {
        var headers = OpenOrigin.headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: .init(string: "[" + lines.disabled + lines.ending))
        )
    }
}

/// One array that is written element by element, each on lines of its own: SDKs read braces or lines, not JSON (R7).
final class StreamLines: Sendable {
    private struct State {
        var isFirst = true
        var isDisabled = false
    }

    private let live: LiveFlags
    private let place: FlagPlace
    private let state = Shared(State())

    init(live: LiveFlags, place: FlagPlace) {
        (self.live, self.place) = (live, place)
    }

    var isRealtime: Bool { live.state.projects[place.project]?.project.settings.isRealtime ?? false }

    /// What waits for a reader; nothing more comes once realtime is off (R80).
    func text(of reader: FlagReader) -> String {
        guard isRealtime else {
            reader.end()
            return state.value.isDisabled ? "" : disabled
        }
        return switch reader.take() {
        case nil: ""
        case .heartbeat: "\n"
        case .version(let number): element("{\"latestTemplateVersionNumber\":\"\(number)\"}")
        }
    }

    var disabled: String {
        state.update { $0.isDisabled = true }
        return element("{\"featureDisabled\":true}")
    }

    /// What comes before a planned close: when to ask again, which costs a client nothing (R79).
    var ending: String {
        let retry =
            state.value.isDisabled
            ? "" : element("{\"retryIntervalSeconds\":\(Limits.flagStreamRetry)}")
        return retry + "]"
    }

    private func element(_ object: String) -> String {
        let isFirst = state.update { state in
            defer { state.isFirst = false }
            return state.isFirst
        }
        return (isFirst ? "" : ",") + object + "\r\n"
    }
}
