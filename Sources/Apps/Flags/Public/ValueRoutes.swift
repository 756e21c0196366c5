import Core
import Flags
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// The values as plain JSON, for apps without Firebase (remote-config.md 3.2, R73).
struct ValueRoutes: Sendable {
    let services: Services
    let limits: FlagRateLimits

    func add(to group: RouterGroup<WebContext>) {
        group.get("{project}/values") { request, context in try await values(request, context) }
        group.post("{project}/values") { request, context in try await values(request, context) }
    }

    private func values(_ request: Request, _ context: WebContext) async throws -> Response {
        try limits.count(address: context.address)
        let query = FlagQuery(request)
        let name = try context.parameters.require("project").percentDecoded ?? ""
        let key = request.headers[.apiKey] ?? request.headers[.googleKey] ?? query["key"]
        let project = try services.flags.live.open(name, key: key).project
        let flags = try FlagContext(values: try await body(request, query), at: services.now())
        if let id = flags.instanceID { try limits.count(instance: id, of: project.project.id) }
        let answer = services.flags.live.answer(project, FlagPlace.clients, flags)
        let entries = answer?.outcomes.entries ?? .none
        var headers = CORS.headers
        // The response contains the version, so a new one needs another tag even with the same values.
        let etag = "\"\(entries.etag(FlagPlace(project.project)))-\(answer?.version ?? 0)\""
        headers[.eTag] = etag
        headers[.cacheControl] = "private, no-cache"
        if let known = request.headers[.ifNoneMatch], known.hasTag(etag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json; charset=utf-8"
        var writer = JSONWriter(capacity: 128 + entries.bytes.count)
        writer.object { writer in
            writer.member("entries", json: entries.bytes)
            writer.member("templateVersion", String(answer?.version ?? 0))
        }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
        )
    }

    /// The body; for a GET the query, in which `signals` is a JSON object.
    private func body(_ request: Request, _ query: FlagQuery) async throws -> JSON {
        guard request.method == .get || request.method == .head else {
            return try await FlagBody.strict(request)
        }
        var members: [String: JSON] = [:]
        for name in ["app_id", "id", "platform", "app_version", "app_build", "country", "language"] {
            members[name] = query[name].map { .string($0) }
        }
        if let text = query["signals"] { members["signals"] = try JSON(parsing: text) }
        return .object(members)
    }
}

extension FlagContext {
    /// Parses our own names; every one is optional.
    fileprivate init(values json: JSON, at now: Timestamp) throws(Problem) {
        self.init(now: now)
        appID = json.field("app_id", "appId")
        instanceID = json.field("id", "app_instance_id")
        platform = json.field("platform").flatMap { Platform(rawValue: $0.lowercased()) }
        appVersion = json.field("app_version", "appVersion")
        appBuild = json.field("app_build", "appBuild")
        country = json.field("country")
        language = json.field("language")
        signals = json.texts("signals")
        try requireSignals()
    }
}

extension String {
    /// True if a list of entity tags contains this one, or `*` (RFC 9110 §13.1.2).
    func hasTag(_ etag: String) -> Bool {
        split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " }
            return tag == "*" || String(tag).trimmingQuotes == etag.trimmingQuotes
        }
    }
}
