import Core

/// One strip of cards on the app's home screen.
struct HomeBlock: Sendable {
    let name: String
    let title: Localized
    let declarations: [any ContentDeclaration.Type]
    /// The field that puts an entry on the strip.
    let flag: String
    /// The reason for which the app does not show a card; the app's own responses use the same function.
    let absence: @Sendable (MallVisibility, LiveContent) -> Absence?

    static let all = [
        HomeBlock(
            name: "slider",
            title: Localized("Главный слайдер", "Main slider"),
            declarations: [News.self, Promotions.self, Events.self],
            flag: "on_main"
        ) { $0.absenceInSlider(of: $1) },
        HomeBlock(
            name: "offers",
            title: Localized("Новые предложения", "New offers"),
            declarations: [Offers.self],
            flag: "on_home"
        ) { $0.absence(of: $1) },
        HomeBlock(
            name: "services",
            title: Localized("Полезная информация", "Good to know"),
            declarations: [Shops.self],
            flag: "on_home"
        ) { $0.absenceInServices(of: $1) },
        HomeBlock(
            name: "events",
            title: Localized("Мероприятия", "Events"),
            declarations: [Events.self],
            flag: "on_home"
        ) { $0.absence(of: $1) },
    ]

    static func named(_ name: String) throws(Problem) -> HomeBlock {
        guard let block = all.first(where: { $0.name == name }) else {
            throw .notFound(
                Localized(
                    "На домашнем экране нет блока «\(name.clipped)».",
                    "The home screen has no block \(name.clipped)."
                )
            )
        }
        return block
    }

    var types: [ContentType] { declarations.map { $0.type } }
    /// True if the order is by hand.
    var isMovable: Bool { types.allSatisfy { $0.order != .title } }

    static let emptiness = Localized(
        "пусто: приложение не покажет этот блок",
        "is empty, so the app does not show this block"
    )

    /// True if visitors see none of its cards.
    func isEmpty(_ visibility: MallVisibility) -> Bool {
        !types.contains { type in
            visibility.live[type.name].flagged(flag).contains { absence(visibility, $0) == nil }
        }
    }
}
