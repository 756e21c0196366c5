import Core
import Storage
import Web

/// A preview of the home screen, made from the app's four API calls at a moment.
struct HomePreview: Sendable {
    let request: PublicRequest
    let time: HumanTime

    private var language: Language { request.language }

    /// The block, its route and the parameters of the app's request.
    private static let calls = [
        "slider": (path: "/news/with/promotions-and-event", parameters: [:], flag: "on_main"),
        "offers": (path: "/offers", parameters: [:], flag: "on_home"),
        "services": (
            path: "/shops/category/slug/{slug}", parameters: ["slug": MallVisibility.servicesSlug],
            flag: "on_home"
        ),
        "events": (path: "/events", parameters: [:], flag: "on_home"),
    ]

    var screen: PhoneScreen {
        PhoneScreen(
            "phone-home",
            [
                "slides": .array(cards(of: "slider")), "offers": strip("offers"),
                "services": strip("services"), "events": strip("events"),
                "all": .string(Localized("Все", "All")[language]),
                "mall": .string(Localized("Молл", "Mall")[language]),
                "tabs": .array(tabs), "slider": title(of: "slider"),
            ]
        )
    }

    private func title(of block: String) -> JSON {
        .string(HomeBlock.all.first { $0.name == block }?.title[language] ?? "")
    }

    private func cards(of block: String) -> [JSON] { objects(block).map { card($0, in: block) } }

    /// The app's response for a block; empty if the request is refused, as for a missing category.
    private func objects(_ block: String) -> [MallObject] {
        guard let call = Self.calls[block],
            let route = Mall().publicRoutes.first(where: { $0.path == call.path })
        else { return [] }
        let asked = PublicRequest(
            parameters: call.parameters,
            query: [(call.flag, "true"), ("offset", String(Limits.appPageSizeMax))],
            language: language,
            baseURL: request.baseURL,
            now: request.now,
            live: request.live
        )
        guard let answer = try? route.render(asked), answer.status == 200 else { return [] }
        return (try? [MallObject](json: JSON(parsing: answer.body))) ?? []
    }

    private func card(_ object: MallObject, in block: String) -> JSON {
        let cost = object.cost ?? 0
        return [
            "key": .string("\(block)-\(object.id)"), "title": .string(object.title),
            "image": .string(object.image),
            "price": .string(cost == 0 ? "" : "\(cost)\u{A0}" + Localized("б.", "pts")[language]),
            "sub": .string(
                object.start.map { "\(time.day($0)), \(time.time($0))" } ?? object.shop?.name ?? ""
            ),
        ]
    }

    /// An app shows no heading over an empty strip.
    private func strip(_ block: String) -> JSON {
        let cards = cards(of: block)
        return cards.isEmpty ? "" : ["heading": title(of: block), "cards": .array(cards)]
    }

    private var tabs: [JSON] {
        [
            ("home", Localized("Главная", "Home")), ("grid", Localized("Каталог", "Catalogue")),
            ("gift", Localized("Бонус", "Rewards")), ("list", Localized("Меню", "Menu")),
        ].map { ["icon": .string($0), "text": .string($1[language]), "is_on": .bool($0 == "home")] }
    }
}
