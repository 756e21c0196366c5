import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// What Firebase's SDKs fetch; answered from memory (remote-config.md 4.3).
struct FetchRoutes: Sendable {
    let services: Services
    let limits: FlagClients

    func fetch(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        try limits.count(address: context.address)
        let project = try FlagDoor(live: services.flags.live).project(path.project, request)
        let body = try await FlagBody.lenient(request)
        let flags = try FlagContext(fetch: body, at: services.now())
        try limits.count(instance: flags.instanceID ?? "", of: project.project.id)
        if project.project.settings.requiresInstallationToken {
            let token =
                request.headers[.installationAuth]
                ?? body.field("appInstanceIdToken", "app_instance_id_token")
            try await services.flagClients.installations.require(
                token,
                of: flags.instanceID ?? "",
                in: project.project
            )
        }
        let answer = services.flags.live.answer(project, path.namespace, flags)
        return response(
            to: request.headers[.ifNoneMatch],
            answer,
            // The name goes into a header, so it must be one that there can be.
            path.place.isNamespace
                ? FlagPlace(project.project, path.namespace) : FlagPlace(project.project, "unknown"),
            app: body.field("packageName", "package_name")
        )
    }

    /// Always 200: other statuses are failures to the SDKs (decision 1).
    private func response(
        to known: String?,
        _ answer: FlagAnswer?,
        _ place: FlagPlace,
        app: String?
    ) -> Response {
        let entries = FlagEntries(answer?.outcomes ?? [])
        let etag = entries.etag(place)
        let isKnown = answer != nil && known.map { $0.trimmingQuotes == etag } == true
        var writer = JSONWriter(capacity: 256 + entries.bytes.count)
        writer.object { writer in
            if isKnown {
                writer.member("state", "NO_CHANGE")
            } else {
                if let app { writer.member("appName", app) }
                if !entries.isEmpty { writer.member("entries", json: entries.bytes) }
                writer.member(
                    "state",
                    answer == nil ? "NO_TEMPLATE" : entries.isEmpty ? "EMPTY_CONFIG" : "UPDATE"
                )
            }
            writer.member("templateVersion", String(answer?.version ?? 0))
        }
        var headers = OpenOrigin.headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.cacheControl] = "private"
        headers[.eTag] = etag
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
        )
    }
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
