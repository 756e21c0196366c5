import Core
import Storage
import Web

/// The list of searches for cruises that found nothing (C170).
enum CruiseSearches: ResourceDeclaration {
    static let resource = Resource(
        app: Cruise.app,
        name: "searches",
        title: Localized("Ищут, но не находят", "Searches without results"),
        one: Localized("Запрос", "Search"),
        about: Localized(
            "Условия, под которые нет ни одного круиза; новые появляются через несколько секунд",
            "Conditions that no cruise fits; new ones appear after a few seconds"
        ),
        path: "/cruise/searches",
        section: .app,
        source: ResourceSource(
            """
            (SELECT subject, CAST(sum(count) AS BIGINT) AS count, CAST(max(day) AS TEXT) AS last_day
                FROM day_counts WHERE app = \(Cruise.app) AND kind = \(CruiseSearch.missedKind)
                GROUP BY subject) s
            """,
            key: "s.subject",
            .text
        ),
        columns: [
            ResourceColumn("text", .text, Localized("Условия", "Conditions"), "s.subject", place: .main),
            ResourceColumn("count", .number, Localized("Сколько раз", "Times"), "s.count"),
            ResourceColumn("last_day", .text, Localized("Последний день", "Last day"), "s.last_day"),
        ],
        orders: [ResourceOrder("count", Localized("Сколько раз", "Times"), "s.count", .number)],
        empty: (
            Localized("Всё находится", "Everything is found"),
            Localized(
                "Здесь появится то, чего в круизах не нашлось.",
                "Searches that found no cruise appear here."
            )
        )
    )
}
