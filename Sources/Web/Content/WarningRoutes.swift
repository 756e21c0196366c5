import Core
import Hummingbird

/// Everything at once that is odd in what apps see.
struct WarningRoutes: Sendable {
    /// Warnings that are listed at once.
    private static let warningsMax = 1_000

    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("warnings") { _, context in try await list(context) }
    }

    private func list(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let warnings = try await services.warnings()
        let items = warnings.prefix(Self.warningsMax).map { warning -> JSON in
            let what: JSON = [
                "app": .string(warning.app), "title": .string(warning.title[context.language]),
            ]
            var members = what.merged(with: warning.warning.json(in: context.language)).object ?? [:]
            members["type"] = JSON(warning.content?.type.name)
            members["id"] = JSON(warning.content?.id)
            return .object(members)
        }
        return .json(["items": .array(items), "total": .integer(Int64(warnings.count))])
    }
}

/// Something odd in what apps see, and where.
struct LiveWarning: Sendable {
    let app: String
    /// Nil for something about the app as a whole.
    let content: (type: ContentType, id: String)?
    let title: Localized
    let warning: Warning
}

extension Services {
    /// Everything that is odd in what apps see: what is about an app as a whole comes first.
    func warnings() async throws -> [LiveWarning] {
        let found = try await contents.liveWarnings()
        let (live, now) = (live.state, now())
        let ofApps = apps.flatMap { module in
            module.warnings(live, at: now).map { place, text in
                LiveWarning(
                    app: module.name,
                    content: nil,
                    title: place,
                    warning: Warning(level: .warning, pointer: "#", detail: text)
                )
            }
        }
        let names = Dictionary(
            modules.flatMap { module in module.types.map { ($0.type.name, module.name) } }
        ) { first, _ in first }
        return ofApps
            + found.map { type, content, warning in
                LiveWarning(
                    app: names[type.name] ?? "",
                    content: (type, content.id),
                    title: Localized(same: type.title(of: content.fields)),
                    warning: warning
                )
            }
    }
}
