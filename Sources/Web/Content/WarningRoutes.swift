import Core
import Hummingbird

/// The warnings about all live entries and apps: `/admin/api/v1/warnings`.
enum WarningRoutes: RouteList {
    /// The number of warnings in one response.
    private static let warningsMax = 1_000

    static let tag = "Content"

    static let routes = [
        Route(
            .get,
            "warnings",
            "warnings",
            "Everything that is odd in what apps see.",
            needs: [.readContent],
            answer: .json(
                "The first \(warningsMax) warnings, and how many there are.",
                Schema.object([
                    "items": Schema.list(of: Schema.named("Warning")), "total": Schema.integer,
                ])
            )
        ) { call in
            let warnings = try await call.services.warnings()
            let items = warnings.prefix(warningsMax).map { $0.json(in: call.language) }
            return .json(["items": .array(items), "total": .integer(Int64(warnings.count))])
        }
    ]
}

/// A warning about a live entry or an app.
package struct LiveWarning: Sendable {
    let app: String
    /// Nil for a warning about the app as a whole.
    let content: (type: ContentType, id: String)?
    let title: Localized
    let warning: Warning

    fileprivate func json(in language: Language) -> JSON {
        warning.json(in: language).adding([
            "app": .string(app), "title": .string(title[language]), "type": JSON(content?.type.name),
            "id": JSON(content?.id),
        ])
    }
}

extension LiveWarning {
    /// A warning as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package let app: String
        package let type: String?
        package let id: String?
        package let title: String
        package let warning: Warning

        package init(json: JSON) throws(Fault) {
            app = try json.get("app")
            type = try json.get("type")
            id = try json.get("id")
            title = try json.get("title")
            warning = try Warning(json: json)
        }
    }
}

extension Services {
    /// All warnings; those about an app as a whole come first.
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
