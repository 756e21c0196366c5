import Core
import Storage
import Web

/// The list of searches in the catalogue (M131).
enum Searches: ResourceDeclaration {
    static let resource = Resource(
        app: "mall",
        name: "searches",
        title: Localized("Что ищут", "Searches"),
        one: Localized("Запрос", "Search"),
        about: Localized(
            "Запросы посетителей в каталоге; новые появляются через несколько секунд",
            "The searches of visitors in the catalogue; new ones appear after a few seconds"
        ),
        path: "/mall/searches",
        section: .loyalty,
        source: ResourceSource("mall_searches s", key: "s.text", .text),
        columns: [
            ResourceColumn(
                "text",
                .link { "/mall/shops?q=\($0.percentEncoded)" },
                Localized("Запрос", "Search"),
                "s.text"
            ),
            ResourceColumn("count", .number, Localized("Сколько раз", "Times"), "s.count"),
            ResourceColumn("found", .number, Localized("Нашлось", "Found"), "s.found"),
            ResourceColumn("last_at", .moment, Localized("Последний раз", "Last time"), "s.last_at"),
        ],
        filters: [
            ResourceFilter(
                "found",
                Localized("Нашлось", "Found"),
                .tabs([
                    ResourceOption("none", Localized("Ничего", "Nothing"), "s.found = 0"),
                    ResourceOption("some", Localized("Что-то", "Something"), "s.found > 0"),
                ])
            )
        ],
        orders: [
            ResourceOrder("count", Localized("Сколько раз", "Times"), "s.count", .number),
            ResourceOrder("last", Localized("Последний раз", "Last time"), "s.last_at", .moment),
        ],
        tabs: [
            ResourceTab(Localized("Частые", "Frequent")),
            ResourceTab(Localized("Недавние", "Recent"), [("sort", "last")]),
            ResourceTab(Localized("Ничего не нашлось", "Nothing found"), [("found", "none")]),
        ],
        empty: (
            Localized("Запросов нет", "No searches"),
            Localized(
                "Здесь появится то, что посетители ищут среди магазинов.",
                "The searches of visitors among the shops appear here."
            )
        )
    )
}
