import Core
import Storage
import Web

/// The search for entries that can be put on a block and are not on it.
struct HomeSearch: Sendable {
    let page: HomePage
    let block: HomeBlock

    private static let limit = 30

    private struct Found {
        let pick: HomePick
        let content: Content
    }

    private var language: Language { page.language }
    private var text: String { String(value("q").prefix(Limits.searchTextLengthMax)).trimmingSpaces }
    /// The only type to search; nil for all.
    private var type: ContentType? { block.types.first { $0.name == value("kind") } }

    private func value(_ name: String) -> String {
        page.request.query.last { $0.name == name }?.value ?? ""
    }

    /// The data of the dialog.
    var json: JSON {
        get async throws {
            let ticked = page.request.query.filter { $0.name == "id" }
                .compactMap { HomePick($0.value, for: block) }.prefix(Limits.homeAdditionMax)
            let contents = try page.contents
            var rows: [JSON] = []
            for pick in ticked {
                guard let content = try? await contents.content(pick.id, of: pick.type) else {
                    continue
                }
                rows.append(row(Found(pick: pick, content: content), isTicked: true))
            }
            let found = try await found()
            rows += found.prefix(Self.limit).filter { !ticked.contains($0.pick) }.map {
                row($0, isTicked: false)
            }
            let kinds = block.types.map { kind($0.title[language], $0.name, isOn: type?.name == $0.name) }
            return [
                "title": .string(block.addition[language]),
                "about": .string(block.candidates[language]),
                "action": .string(page.state.path("\(block.name)/add")), "q": .string(text),
                "rows": .array(rows), "is_empty": .bool(rows.isEmpty), "is_searched": .bool(!text.isEmpty),
                "has_more": .bool(found.count > Self.limit), "limit": .integer(Int64(Self.limit)),
                "count": .integer(Int64(ticked.count)), "has_kinds": .bool(kinds.count > 1),
                "kinds": .array(
                    [kind(Localized("Все", "All")[language], "", isOn: type == nil)] + kinds
                ),
                "hidden": .array(
                    page.state.query.map { ["name": .string($0.name), "value": .string($0.value)] }
                ),
            ]
        }
    }

    private func kind(_ title: String, _ value: String, isOn: Bool) -> JSON {
        ["title": .string(title), "value": .string(value), "is_on": .bool(isOn)]
    }

    /// The best matches first, or the latest without a search; ended entries come last.
    private func found() async throws -> [Found] {
        var found: [Found] = []
        for type in type.map({ [$0] }) ?? block.types {
            var query: Form.Fields = [(block.flag, "false"), ("limit", String(Self.limit + 1))]
            query.append(text.isEmpty ? ("sort", "-updated_at") : ("q", text))
            if block.name == "services" {
                let visibility = MallVisibility(live: page.live, now: page.time.now)
                guard let services = visibility.category(slug: MallVisibility.servicesSlug) else { return [] }
                query.append(("categories", services.id))
            }
            let answer = try await answer(type, query)
            for content in answer where content.live?[block.flag] != true {
                found.append(Found(pick: HomePick(type, content.id), content: content))
            }
        }
        if text.isEmpty {
            found.sort { $0.content.updatedAt > $1.content.updatedAt }
        }
        let now = page.time.now
        return found.filter { $0.content.state(at: now) != .ended }
            + found.filter { $0.content.state(at: now) == .ended }
    }

    /// Empty if the search has no word.
    private func answer(_ type: ContentType, _ query: Form.Fields) async throws -> [Content] {
        do {
            let query = try ContentQuery(query, of: type)
            return try await page.contents.list(query, of: type).elements
        } catch let problem as Problem {
            guard problem.kind == .invalid, !text.isEmpty else { throw problem }
            return []
        }
    }

    private func row(_ found: Found, isTicked: Bool) -> JSON {
        let (type, content) = (found.pick.type, found.content)
        let fields = HomeCard.body(content)
        let sub = page.line.text(
            type.name,
            fields,
            from: fields.timestamp("live_from"),
            until: fields.timestamp("live_until"),
            withKind: block.types.count > 1
        )
        let (look, icon, state) =
            switch content.state(at: page.time.now) {
            case .live: ("pub", "pub", Localized("Опубликовано", "Published"))
            case .scheduled: ("plan", "clock", Localized("Запланировано", "Scheduled"))
            case .ended: ("arch", "history", Localized("Уже прошло", "Has ended"))
            case .draft, .archived, .trash: ("draft", "draft", Localized("Черновик", "Draft"))
            }
        return [
            "value": .string(found.pick.text), "title": .string(type.title(of: content.fields)),
            "sub": .string(sub),
            "image": .string(type.thumbnail(fields)), "is_logo": .bool(type.name == Shops.type.name),
            "is_ticked": .bool(isTicked), "look": .string(look), "icon": .string(icon),
            "state": .string(state[language]),
        ]
    }
}

extension HomeBlock {
    /// The title of the dialog.
    fileprivate var addition: Localized {
        switch name {
        case "slider": Localized("Добавить в главный слайдер", "Add to the main slider")
        case "offers": Localized("Добавить в новые предложения", "Add to the new offers")
        case "services": Localized("Добавить в полезную информацию", "Add to “Good to know”")
        case _: Localized("Добавить в мероприятия", "Add to the events")
        }
    }

    fileprivate var candidates: Localized {
        switch name {
        case "slider":
            Localized(
                "Новости, акции и мероприятия, которых на экране ещё нет",
                "News, promotions and events that are not on the screen yet"
            )
        case "offers":
            Localized("Предложения, которых на экране ещё нет", "Offers that are not on the screen yet")
        case "services":
            Localized(
                "Магазины категории «Услуги», которых на экране ещё нет",
                "Shops of the category Services that are not on the screen yet"
            )
        case _: Localized("Мероприятия, которых на экране ещё нет", "Events that are not on the screen yet")
        }
    }
}
