import Core
import Hummingbird

/// «Общее описание API»: the public API of each app, for its developers (M144).
///
/// It is shown below the sign-in at the root, and by itself under `/api`.
struct APIPage: Sendable {
    let console: Console

    func add(to open: RouterGroup<WebContext>) {
        open.get("api") { _, context in try show("api", context) }
    }

    /// The root page for visitors who are not signed in.
    func welcome(_ context: WebContext) throws -> Response { try show("welcome", context) }

    private func show(_ template: String, _ context: WebContext) throws -> Response {
        var page = ConsolePage(
            template,
            title: Localized("Общее описание API", "API description")[context.language],
            path: "/"
        )
        let apps = try console.services.apps.filter { !$0.publicOpenAPI.isEmpty }.map { app -> JSON in
            let document = try APIDocument(json: JSON(parsing: app.publicOpenAPI))
            return [
                "name": .string(app.name), "title": .string(app.title[context.language]),
                "prefix": .string(app.publicPrefix), "description": APIDescription(document: document).json,
            ]
        }
        page.context = [
            "api_apps": .array(apps), "has_api": .bool(!apps.isEmpty), "next": "/", "email": "",
            "problem": .null,
            "apps": .string(
                console.services.apps.map { $0.title[context.language] }.joined(separator: ", ")
            ),
        ]
        let shell = Shell.bare(console, page, language: context.language, theme: context.theme)
        return .html(try console.templates.render("bare", shell, in: context.language))
    }
}
