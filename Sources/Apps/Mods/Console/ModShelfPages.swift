import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The catalogue in the console: the categories in the app's order, and the mods of one (mods.html).
struct ModShelfPages: Sendable {
    static let path = "/mods/catalogue"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("mods/catalogue") { request, context in
            try await ModShelfPage(console, request, context).show()
        }
        group.post("mods/catalogue/categories/{id}/{value}") { request, context in
            try await setVisible(request, context)
        }
        group.post("mods/catalogue/{id}/{value}") { request, context in
            try await setPublished(request, context)
        }
    }

    /// The URL to return to, if it is a page of the catalogue.
    private func back(_ form: Form) -> String {
        let back = form["back"] ?? ""
        return back == Self.path || back.hasPrefix(Self.path + "?") ? back : Self.path
    }

    private func subject(_ context: ConsoleContext) throws -> (id: String, isOn: Bool) {
        let value = try context.parameters.require("value")
        guard let id = Identifier.normalized(try context.parameters.require("id")),
            ["on", "off"].contains(value)
        else { throw Problem.notFound(Localized("Такой записи нет.", "There is no such entry.")) }
        return (id, value == "on")
    }

    private func setVisible(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, isOn) = try subject(context)
        let form = try await request.form()
        let category = try await console.services.contents.change(
            id,
            of: ModCategories.type,
            by: .setFlag("is_visible", isOn),
            as: ContentStore.Act(author: context.author)
        )
        let title = ModCategories.type.title(of: category.fields)
        return try await console.done(
            isOn
                ? Localized("Категория «\(title)» видна", "The category “\(title)” is visible")
                : Localized("Категория «\(title)» скрыта", "The category “\(title)” is hidden"),
            undo: [.setting("is_visible", to: !isOn, of: category.id, ModCategories.type)],
            to: back(form),
            context
        )
    }

    private func setPublished(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, isOn) = try subject(context)
        let form = try await request.form()
        let contents = try console.contents(context)
        let version = try await contents.content(id, of: ModFiles.type).version
        let after = try await contents.change(
            id,
            of: ModFiles.type,
            by: isOn ? .publish : .unpublish,
            as: ContentStore.Act(author: context.author, version: version)
        )
        let title = ModFiles.type.title(of: after.fields)
        return try await console.done(
            isOn
                ? Localized("«\(title)» опубликован", "“\(title)” is published")
                : Localized("«\(title)» снят с публикации", "“\(title)” is unpublished"),
            undo: FlashMessage.Call.reverting(after, since: version, of: ModFiles.type),
            to: back(form),
            context
        )
    }
}

extension Mods {
    package var assetPages: [String] { ["mods"] }

    package var pages: [ModulePage] {
        [ModulePage(ModShelfPages.path, Localized("Моды и категории", "Mods and categories"))]
    }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        ModShelfPages(console: console).add(to: group)
    }
}
