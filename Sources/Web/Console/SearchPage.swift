import Core
import Hummingbird

/// The search for a page, an entry, or an action.
struct SearchPage: Sendable {
    private static let foundMax = 8

    let console: Console
    private let words = NameWords()

    init(console: Console) {
        self.console = console
    }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("search") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        func value(_ name: String) -> String { request.query.last { $0.name == name }?.value ?? "" }
        let text = value("q")
        let groups = try await groups(text, context)
        var page = ConsolePage(
            "search",
            title: Localized("Поиск", "Search")[context.language],
            path: "/search"
        )
        page.context = ["q": .string(text), "groups": .array(groups), "is_empty": .bool(groups.isEmpty)]
        guard value("part") == "1" else { return try await console.show(page, context) }
        let shell = Shell.bare(console, page, language: context.language, theme: context.theme)
        return .html(try console.templates.render("search-groups", shell, in: context.language))
    }

    private func groups(_ text: String, _ context: ConsoleContext) async throws -> [JSON] {
        let query = SearchQuery(text)
        func fits(_ names: [String]) -> Bool {
            query?.score(of: words.entries(names)) != nil || query == nil
        }
        func fits(_ title: Localized) -> Bool { fits([title.ru, title.en]) }
        let found = try await contents(text, context)
        let people = try await people(text, context)
        var more: [FoundAction] = []
        for module in query == nil ? [] : console.services.modules {
            more += try await module.found(context, console, fits: fits)
        }
        let deeds = deeds(context).filter { fits($0.title) }.prefix(query == nil ? 4 : 6)
        let pages = pages(context).filter { fits($0.title) }.prefix(query == nil ? 6 : 8)
        let language = context.language
        var groups: [(Localized, [JSON])] = [
            (Localized("Люди", "People"), people), (Localized("Найдено", "Found"), found),
            (Localized("Действия", "To do"), deeds.map { $0.json(language) } + more.map(\.json)),
            (Localized("Перейти", "Go to"), pages.map { $0.json(language) }),
        ]
        // A text that is the beginning of an action's title puts actions first.
        let titles = deeds.map { $0.title[language] } + more.map(\.title)
        if query != nil, titles.contains(where: { $0.begins(with: text) }) {
            groups.insert(groups.remove(at: 2), at: 0)
        }
        return groups.filter { !$0.1.isEmpty }.map {
            ["title": .string($0.0[language]), "items": .array($0.1)]
        }
    }

    private func contents(_ text: String, _ context: ConsoleContext) async throws -> [JSON] {
        guard text.count <= Limits.searchTextLengthMax, let query = SearchQuery(text) else { return [] }
        let found = try await console.contents(context).search(
            query,
            in: console.types,
            limit: Self.foundMax,
            after: nil
        )
        return found.elements.map { found in
            let type = found.type
            return [
                "path": .string("/\(console.app(of: type.name))/\(type.name)/\(found.content.id)"),
                "icon": "list", "title": .string(type.title(of: found.content.fields)),
                "sub": .string(type.noun[context.language]),
            ]
        }
    }

    /// The people who use the apps, by name or by the digits of their phone.
    private func people(_ text: String, _ context: ConsoleContext) async throws -> [JSON] {
        guard context.author.may(.readPeople), text.count >= 2 else { return [] }
        var found: [FoundPerson] = []
        for app in console.services.apps {
            found += try await app.people(named: text, console.services, context.staff)
        }
        return found.map { person in
            [
                "path": .string(person.path), "icon": "user", "title": .string(person.name),
                "sub": .string(person.phone),
            ]
        }
    }

    private struct Entry {
        let path: String
        let icon: String
        let title: Localized

        func json(_ language: Language) -> JSON {
            ["path": .string(path), "icon": .string(icon), "title": .string(title[language]), "sub": ""]
        }
    }

    private func pages(_ context: ConsoleContext) -> [Entry] {
        Shell.sections(of: console).flatMap { section in
            section.pages.filter { context.author.may($0.permission) }.map { page in
                Entry(path: page.path, icon: section.icon, title: page.title)
            }
        } + [Entry(path: "/me", icon: "user", title: Localized("Моя учётная запись", "My account"))]
    }

    private func deeds(_ context: ConsoleContext) -> [Entry] {
        let own = console.services.modules.flatMap(\.deeds).filter { context.author.may($0.permission) }
            .map { Entry(path: $0.path, icon: "coins", title: $0.title) }
        guard context.mayWrite else { return own }
        return own
            + console.services.modules.flatMap { module in
                module.types.map { declaration in
                    let noun = declaration.type.noun
                    return Entry(
                        path: "/\(module.name)/\(declaration.type.name)/new",
                        icon: "plus",
                        title: Localized("Создать: \(noun.ru)", "Create: \(noun.en)")
                    )
                }
            }
    }
}

extension FoundAction {
    fileprivate var json: JSON {
        [
            "path": .string(path), "icon": .string(icon), "title": .string(title), "sub": .string(subtitle),
        ]
    }
}

extension String {
    /// True if the text begins with the other one, ignoring case.
    fileprivate func begins(with text: String) -> Bool {
        lowercased().hasPrefix(text.lowercased())
    }
}
