import Core
import Hummingbird

/// Everything at once that is odd in what apps see.
struct WarningRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("warnings") { _, context in try await list(context) }
    }

    private func list(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let found = try await services.contents.liveWarnings()
        let ofContents = found.prefix(Limits.warningsMax).map { type, content, warning -> JSON in
            let module = services.modules.first { $0.types.contains { $0.type.name == type.name } }
            let what: JSON = [
                "app": JSON(module?.name), "type": .string(type.name), "id": .string(content.id),
                "title": .string(type.title(of: content.fields)),
            ]
            return what.merged(with: warning.json(in: context.language))
        }
        let (live, now) = (services.live.state, services.now())
        let ofApps = services.apps.flatMap { module in
            module.warnings(live, at: now).map { place, text -> JSON in
                [
                    "app": .string(module.name), "type": .null, "id": .null,
                    "title": .string(place[context.language]),
                    "level": .string(Warning.Level.warning.rawValue), "pointer": "#",
                    "detail": .string(text[context.language]),
                ]
            }
        }
        return .json([
            "items": .array(ofApps + ofContents), "total": .integer(Int64(ofApps.count + found.count)),
        ])
    }
}
