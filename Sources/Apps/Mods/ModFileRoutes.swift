import Core
import HTTPTypes
import Hummingbird
import Web

/// The archives at stable URLs, even after a new upload: `/mods/files/{path}.zip` (D77).
struct ModFileRoutes: Sendable {
    private static let ending = ".zip"

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.get("files/{name}") { request, context in try await file(request, context) }
    }

    private func file(_ request: Request, _ context: WebContext) async throws -> Response {
        try await services.live.load()
        let name = try context.parameters.require("name")
        guard name.hasSuffix(Self.ending) else { throw Problem.noMod }
        let path = String(name.dropLast(Self.ending.count))
        let live = services.live.state
        guard let mod = live.mods.named(path), let id = mod.string("file") else { throw Problem.noMod }
        let key = try await Mods().linkKey(services.appSettings.of(Mods.app, in: live), services)
        if let key { try ModSignature.check(path, request.query, key: key, at: services.now()) }
        let answer = FileAnswer(
            id: id,
            keeping: key == nil ? .untilChanged : .never,
            name: "\(mod.slug ?? path)\(Self.ending)"
        )
        let count = DayCount(app: Mods.app, kind: Mods.Count.downloads, subject: mod.id)
        // A resumed download counts once, when its end is sent. HEAD sends no end.
        return try await answer.response(to: request, from: services.media) { [counts = services.counts] in
            counts.note(count)
        }
    }
}
