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

extension Form {
    /// The path to continue with: a safe `back` of this server, or the other one.
    package func back(_ otherwise: String) -> String {
        guard let back = self["back"], back.hasPrefix("/"), !back.hasPrefix("//"), !back.contains("\\"),
            back.utf8.count <= Limits.cursorLengthMax * 2, back.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F })
        else { return otherwise }
        return back
    }
}

extension Console {
    /// The page with a message of its own rather than one left by the previous page.
    func show(_ page: ConsolePage, _ context: ConsoleContext, notice: FlashMessage?) async throws -> Response
    {
        guard let notice else { return try await show(page, context) }
        let shell = Shell(console: self, page: page, context: context, notice: notice)
        return .html(try templates.render("page", shell.json, in: context.language), status: page.status)
    }

    /// Stores a message to be shown on this page.
    func notice(
        _ text: Localized,
        undo calls: [FlashMessage.Call],
        offer: FlashMessage.Offer? = nil,
        _ context: ConsoleContext
    ) async throws -> FlashMessage? {
        let staff = context.session.staff.id
        let id = try await services.notices.keep(
            text[context.language],
            undo: calls,
            offer: offer,
            for: staff
        )
        return try await services.notices.find(id, of: staff)
    }
}
