import Core
import Flags
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// Evaluation for OpenFeature's providers (OFREP 0.3.0, remote-config.md 3.3 and 4.5).
struct OFREPRoutes: Sendable {
    static let prefix = "/ofrep/"
    static let flags = "/ofrep/v1/evaluate/flags"

    let services: Services
    let clients: Clients
    let limits: FlagRateLimits

    func add(to group: RouterGroup<WebContext>) {
        group.post("evaluate/flags") { request, context in try await bulk(request, context) }
        group.post("evaluate/flags/{key}") { request, context in try await single(request, context) }
        group.get("configuration") { request, context in try configuration(request, context) }
        group.get("events") { request, context in try await follow(request, context) }
    }

    /// The project and the id of a key, from `Authorization: Bearer KEY` or `X-API-Key` (R90).
    private func open(
        _ request: Request,
        _ context: WebContext
    ) throws -> (project: LiveFlagProject, key: String) {
        let bearer = request.headers[.authorization].flatMap { header in
            header.lowercased().hasPrefix("bearer ") ? String(header.dropFirst(7)) : nil
        }
        let access = (request.headers[.apiKey] ?? bearer).map { services.flags.live.access($0) }
        // Only a valid key has a rate limit of its own (R91).
        guard case .open(let project, let key)? = access else {
            try limits.count(address: context.address)
            guard case .disabled? = access else { throw Self.noKey }
            throw Problem(.forbidden, Localized("Этот ключ отключён.", "This key has been disabled."))
        }
        try limits.count(key: key, at: context.address)
        return (project, key)
    }

    private static let noKey = Problem(.unauthenticated, Localized("Нужен ключ проекта.", "A key is needed."))

    /// Refreshes if the provider was notified of a newer version (R94).
    private func fresh(_ project: LiveFlagProject, _ request: Request) async throws -> LiveFlagProject {
        let live = services.flags.live
        let (query, known) = (FlagQuery(request), project[FlagPlace.clients]?.version)
        let number = query["flagConfigEtag"]?.trimmingQuotes.split(separator: "-").last.flatMap { Int64($0) }
        let seconds = query["flagConfigLastModified"].flatMap { Int64($0) }
        guard number ?? 0 > known?.number ?? 0 || seconds ?? 0 > known?.at.seconds ?? 0 else {
            return project
        }
        try await live.refresh()
        return live.state.project(project.project.id) ?? project
    }

    // MARK: Evaluation

    private func single(_ request: Request, _ context: WebContext) async throws -> Response {
        let project = try await fresh(try open(request, context).project, request)
        let key = try context.parameters.require("key").percentDecoded ?? ""
        let flags = try FlagContext(ofrep: try await FlagBody.strict(request), at: services.now())
        guard let answer = services.flags.live.answer(key, project, FlagPlace.clients, flags),
            let outcome = answer.outcomes.all.first
        else { throw OFREPFault.notFound }
        var writer = JSONWriter()
        try OFREPFlag(outcome, answer).write(to: &writer, isListed: false)
        return Self.response(writer.bytes)
    }

    private func bulk(_ request: Request, _ context: WebContext) async throws -> Response {
        let (opened, key) = try open(request, context)
        let project = try await fresh(opened, request)
        let body = try await FlagBody.strict(request)
        let flags = try FlagContext(ofrep: body, at: services.now())
        let answer = services.flags.live.answer(project, FlagPlace.clients, flags)
        var writer = JSONWriter(capacity: 256 + (answer?.outcomes.all.count ?? 0) * 128)
        writer.array { writer in
            guard let answer else { return }
            for outcome in answer.outcomes.all {
                do throws(OFREPFault) {
                    try OFREPFlag(outcome, answer).write(to: &writer, isListed: true)
                } catch {
                    OFREPFlag.write(error, key: outcome.key, to: &writer)
                }
            }
        }
        let list = writer.bytes
        let streams = try await streams(project, key, request)
        // The tag covers the result, the context (remote-config.md 6.13) and the stream; not the version,
        // which also changes for clients without any change.
        let etag = Self.etag(list + (body["context"] ?? [:]).bytes + (streams?.bytes ?? []))
        if let known = request.headers[.ifNoneMatch], known.hasTag(etag) { return Self.notModified(etag) }
        var whole = JSONWriter(capacity: 512 + list.count)
        whole.object { writer in
            writer.member("flags", json: list)
            writer.member("metadata", ["version": .integer(answer?.version ?? 0)])
            if let streams { writer.member("eventStreams", streams) }
        }
        return Self.response(whole.bytes, etag: etag)
    }

    // MARK: Configuration

    private func configuration(_ request: Request, _ context: WebContext) throws -> Response {
        _ = try open(request, context)
        let bytes = Self.configuration.bytes
        let etag = Self.etag(bytes)
        if let known = request.headers[.ifNoneMatch], known.hasTag(etag) { return Self.notModified(etag) }
        return Self.response(bytes, etag: etag)
    }

    private static let configuration: JSON = [
        "name": "Vitrina",
        "capabilities": [
            "cacheInvalidation": [
                "polling": [
                    "enabled": true,
                    "minPollingIntervalMs": .integer(Limits.flagPollInterval.components.seconds * 1_000),
                ]
            ],
            "flagEvaluation": ["supportedTypes": ["int", "float", "string", "boolean", "object"]],
            "caching": ["enabled": true, "ttl": .integer(Limits.flagPollInterval.components.seconds)],
        ],
    ]

    // MARK: Answers

    private static func etag(_ bytes: [UInt8]) -> String { "\"\(SHA256.hex(bytes).prefix(32))\"" }

    private static func notModified(_ etag: String) -> Response {
        var headers = CORS.headers
        headers[.eTag] = etag
        headers[.cacheControl] = "private, no-cache"
        return Response(status: .notModified, headers: headers)
    }

    private static func response(_ bytes: [UInt8], etag: String? = nil) -> Response {
        var headers = CORS.headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "private, no-cache"
        if let etag { headers[.eTag] = etag }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
