import Core
import Hummingbird

/// The routes under the list of a content type, except the forms of entries.
struct ListPages: Sendable {
    /// Characters in the name of a saved view.
    private static let viewNameLengthMax = 60

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        for module in console.services.modules {
            for type in module.types.map({ $0.type }) {
                add(type, at: "/\(module.name)/\(type.name)", to: group)
            }
        }
        PickPages(console: console).addMedia(to: group)
        MediaPage(console: console).add(to: group)
    }

    private func add(_ type: ContentType, at path: String, to group: RouterGroup<ConsoleContext>) {
        let page = ListPage(console: console, type: type, path: path)
        let acts = ListActs(console: console, type: type, path: path)
        let bulk = ListBulk(page: page)
        group.get(RouterPath(path)) { request, context in try await page.show(request, context) }
            .get(RouterPath("\(path)/bulk")) { _, _ in Response.redirect(to: path, type: .normal) }
            .post(RouterPath("\(path)/bulk")) { request, context in try await bulk.answer(request, context) }
            .post(RouterPath("\(path)/columns")) { request, context in
                try await keepColumns(page, request, context)
            }
            .post(RouterPath("\(path)/views")) { request, context in
                try await keepViews(page, request, context)
            }
        acts.add(to: group)
        PickPages(console: console).add(type, at: path, to: group)
        ImportPage(console: console, type: type, path: path).add(to: group)
    }

    private func keepColumns(
        _ page: ListPage,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        var preference = try await console.listPreference(page.path, context)
        let known = ListColumn.all(of: page.type)
        let chosen = known.filter { form.all("column").contains($0.name) }.map(\.name)
        let isStandard = form["do"] == "reset" || chosen == known.filter(\.isStandard).map(\.name)
        preference.columns = isStandard ? nil : chosen
        try await console.keep(preference, page.path, context)
        return .redirect(to: form.back(page.path), type: .normal)
    }

    private func keepViews(
        _ page: ListPage,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        var preference = try await console.listPreference(page.path, context)
        let name = String((form["name"] ?? "").filter { !$0.isNewline }.prefix(Self.viewNameLengthMax))
        let words = name.drop(while: \.isWhitespace)
        let address = ListAddress(back: form["back"], of: page.type, at: page.path)
        let query = String(ListAddress.address("", address.kept).dropFirst())
        preference.views.removeAll { $0.name == name || $0.query == query }
        if form["do"] == "save", !words.isEmpty, !query.isEmpty, preference.views.count < Limits.viewsMax {
            preference.views.append(ListPreference.View(name: String(words), query: query))
        }
        try await console.keep(preference, page.path, context)
        return .redirect(to: form.back(page.path), type: .normal)
    }
}
