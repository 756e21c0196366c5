import Core
import Flags
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// The fetch of Firebase's SDKs, evaluated in memory (remote-config.md 4.3).
struct FetchRoutes: Sendable {
    let flags: FlagServices
    let now: @Sendable () -> Timestamp

    func fetch(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        try flags.limits.count(address: context.address)
        let project = try flags.live.open(path.project, key: request.clientKey).project
        let body = try await FlagBody.lenient(request)
        let asked = try FlagContext(fetch: body, at: now())
        try count(asked, of: project)
        if project.project.settings.requiresInstallationToken {
            let token =
                request.headers[.installationAuth]
                ?? body.field("appInstanceIdToken", "app_instance_id_token")
            try await flags.installations.require(
                token,
                of: asked.instanceID ?? "",
                in: project.project
            )
        }
        let (etag, bytes) = answer(request.headers[.ifNoneMatch], project, path, asked, body)
        var headers = Self.headers
        headers[.eTag] = etag
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// Handles a fetch for `FastPath`, which has the whole body and cannot suspend.
    ///
    /// Nil if the request needs the regular path: for an error in Google's format, an installation token, or a
    /// large body or template. That path counts requests too, so this one counts last.
    func answerAtOnce(_ request: FastRequest) -> FastAnswer? {
        guard let path = FlagPath(request.path), path.resource == .fetch,
            let project = try? flags.live.open(path.project, key: request.clientKey).project,
            !project.project.settings.requiresInstallationToken,
            project[path.namespace].map({ $0.compiled.size <= Limits.flagSizeAtOnceMax }) ?? true,
            let body = try? FlagBody.lenient(
                Array(request.body.readableBytesView),
                max: Limits.flagBodyAtOnceMax
            ),
            let asked = try? FlagContext(fetch: body, at: now()),
            (try? count(asked, of: project)) != nil,
            (try? flags.limits.count(address: request.address)) != nil
        else { return nil }
        let (etag, bytes) = answer(request.fields[.ifNoneMatch], project, path, asked, body)
        return FastAnswer(ByteBuffer(bytes: bytes), etag: etag)
    }

    private func count(_ asked: FlagContext, of project: LiveFlagProject) throws(Problem) {
        try flags.limits.count(instance: asked.instanceID ?? "", of: project.project.id)
    }

    /// Always 200: the SDKs treat other statuses as failures (remote-config.md 6.1).
    private func answer(
        _ known: String?,
        _ project: LiveFlagProject,
        _ path: FlagPath,
        _ asked: FlagContext,
        _ body: JSON
    ) -> (etag: String, bytes: [UInt8]) {
        let answer = flags.live.answer(project, path.namespace, asked)
        let entries = answer?.outcomes.entries ?? .none
        // The name is sent in a header, so it must be a valid one.
        let namespace = path.place.isNamespace ? path.namespace : "unknown"
        let etag = entries.etag(FlagPlace(project.project, namespace))
        let isKnown = answer != nil && known.map { $0.trimmingQuotes == etag } == true
        var writer = JSONWriter(capacity: 256 + entries.bytes.count)
        writer.object { writer in
            if isKnown {
                writer.member("state", "NO_CHANGE")
            } else {
                if let app = body.field("packageName", "package_name") { writer.member("appName", app) }
                if !entries.isEmpty { writer.member("entries", json: entries.bytes) }
                writer.member(
                    "state",
                    answer == nil ? "NO_TEMPLATE" : entries.isEmpty ? "EMPTY_CONFIG" : "UPDATE"
                )
            }
            writer.member("templateVersion", String(answer?.version ?? 0))
        }
        return (etag, writer.bytes)
    }

    /// The fields of each answer, without the entity tag.
    static let headers: HTTPFields = {
        var headers = CORS.headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "private"
        return headers
    }()
}

extension String {
    /// An entity tag without the quotes and the `W/` that proxies put around it.
    var trimmingQuotes: Substring {
        var text = self[...]
        if text.hasPrefix("W/") { text = text.dropFirst(2) }
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
        return text.dropFirst().dropLast()
    }
}
