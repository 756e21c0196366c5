import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Streams new versions to Firebase's SDKs (remote-config.md 4.4).
struct StreamRoutes: Sendable {
    let services: Services
    let limits: FlagRateLimits

    func stream(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        try limits.count(address: context.address)
        let (project, key) = try services.flags.live.open(path.project, key: request.clientKey)
        var request = request
        let body = try await FlagBody.lenientKeepingBody(&request)
        let named = FlagPlace(project.project, body.field("namespace") ?? path.namespace)
        // An open stream keeps this name in memory, so it must be short.
        let place = named.isNamespace ? named : FlagPlace(project.project, "")
        guard !context.isLocal else { throw Problem.noFeed }
        let known = Int64(body.field("lastKnownVersionNumber", "last_known_version_number") ?? "") ?? 0
        let lines = StreamLines(live: services.flags.live, place: place, random: services.random)
        guard lines.isRealtime else { return Self.ended(lines) }
        let feed = services.flags.feed
        return try await .stream(
            feed,
            to: request,
            contentType: "application/json; charset=utf-8",
            opening: "[",
            headers: CORS.headers,
            join: { try feed.join(place, knowing: known, key: key, owner: context.address) },
            text: { lines.text(of: $0) },
            ending: { lines.ending }
        )
    }

    private static func ended(_ lines: StreamLines) -> Response {
        var headers = CORS.headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: .init(string: "[" + lines.ending))
        )
    }
}

/// A JSON array, written element by element on separate lines: SDKs read braces or lines, not JSON (R7).
final class StreamLines: Sendable {
    private let live: LiveFlags
    private let place: FlagPlace
    private let random: RandomBytes
    private let isFirst = Locked(true)

    init(live: LiveFlags, place: FlagPlace, random: RandomBytes) {
        (self.live, self.place, self.random) = (live, place, random)
    }

    var isRealtime: Bool { live.state.projects[place.project]?.project.settings.isRealtime ?? false }

    /// The next text for a reader.
    func text(of reader: FlagReader) -> String {
        switch reader.take() {
        case nil: ""
        case .heartbeat: "\n"
        case .version(let number): element("{\"latestTemplateVersionNumber\":\"\(number)\"}")
        }
    }

    /// The end of a planned close.
    ///
    /// It names the delay before reconnecting, which costs a client nothing (R79), or reports that realtime is off
    /// (R80).
    var ending: String {
        let retry = "{\"retryIntervalSeconds\":\(Self.retry(random))}"
        return element(isRealtime ? retry : "{\"featureDisabled\":true}") + "]"
    }

    /// A random delay in seconds, which spreads reconnections.
    static func retry(_ random: RandomBytes) -> Int {
        let range = Limits.flagStreamRetry
        return range.lowerBound + Int(random(1)[0]) % range.count
    }

    private func element(_ object: String) -> String {
        let isFirst = isFirst.update { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        return (isFirst ? "" : ",") + object + "\r\n"
    }
}
