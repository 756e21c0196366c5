import Core
import Storage
import Web

/// The list of offers bought for points (M112).
enum Gifts: ResourceDeclaration {
    static let resource: Resource = .init(
        app: "mall",
        name: "gifts",
        title: title,
        one: Localized("Подарок", "Gift"),
        about: Localized(
            "Что люди купили за баллы, новое сверху",
            "Gifts bought for points, the newest first"
        ),
        path: "/people/gifts",
        section: .loyalty,
        source: ResourceSource(
            "mall_gifts g",
            joins: [
                ResourceJoin("u", "JOIN mall_users u ON u.id = g.user_id"),
                ResourceJoin("o", "LEFT JOIN offers o ON o.id = g.offer_id"),
            ],
            key: "g.id"
        ),
        columns: [
            ResourceColumn("bought_at", .moment, Localized("Куплен", "Bought"), "g.bought_at"),
            .person("user", Localized("Кто", "Who")),
            ResourceColumn("offer", .snapshot, Localized("Подарок", "Gift"), "g.offer"),
            ResourceColumn("type", .text, Localized("Вид", "Kind"), "g.type", place: .answer),
            ResourceColumn("cost", .number, Localized("Баллы", "Points"), "g.cost"),
            ResourceColumn("state", .choice(states), Localized("Состояние", "State"), "g.state"),
            ResourceColumn("uses", .number, Localized("Раз", "Uses"), "g.uses", place: .page),
            ResourceColumn(
                "valid_until",
                .moment,
                Localized("Действует до", "Valid until"),
                MallGift.validUntil,
                place: .page
            ),
            ResourceColumn("ended_at", .moment, Localized("Закончился", "Ended"), "g.ended_at", place: .page),
            refundableColumn,
            ResourceColumn("id", .id, Localized("Номер", "ID"), "g.id", place: .page),
        ],
        filters: [
            ResourceFilter(
                "state",
                Localized("Состояние", "State"),
                .tabs(states.map { ResourceOption($0.value, $0.title, "g.state = \($0.value)") })
            ),
            .person("user", Localized("Кто", "Who")) { "g.user_id = \($0)" },
            ResourceFilter("offer", Localized("Предложение", "Offer"), .content { "g.offer_id = \($0)" }),
            ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["u"])),
            ResourceFilter("period", Localized("Куплен", "Bought"), .period("g.bought_at")),
        ],
        tabs: tabs,
        parts: [
            ResourcePart(
                "log",
                Localized("Использования", "Uses"),
                tables: "mall_uses m",
                order: "m.id DESC",
                columns: [
                    ResourceColumn("at", .moment, Localized("Когда", "When"), "m.at"),
                    ResourceColumn("kind", .choice(GiftUses.kinds), Localized("Что", "What"), "m.kind"),
                ],
                empty: Localized("Им ещё не пользовались.", "It was not used yet."),
                where: { "m.gift_id = \($0)" }
            )
        ],
        actions: [
            ResourceAction(
                "refund",
                Localized("Вернуть", "Refund"),
                right: .writePeople,
                question: Localized(
                    "Баллы вернутся на счёт, подарок исчезнет из «Моих подарков», предложение снова можно купить.",
                    "The points return, the gift leaves “My gifts”, and the offer can be bought again."
                ),
                isOffered: { resource.value(refundableColumn, of: $0) == true },
                perform: { call in
                    let refund = Refund(services: call.services, signature: call.signature, note: call.note)
                    try await refund.gift(call.id)
                    try await call.services.live.refresh()
                    return Localized(
                        "Подарок возвращён, баллы на счёте",
                        "The gift is refunded, the points are back"
                    )
                }
            )
        ],
        isExported: true,
        empty: (
            Localized("Подарков нет", "No gifts"),
            Localized(
                "Здесь появятся предложения, которые посетители купили за баллы.",
                "Offers that visitors have bought for points appear here."
            )
        )
    )

    private static let refundableColumn = ResourceColumn(
        "is_refundable",
        .bool(yes: Localized("да", "yes"), no: Localized("нет", "no")),
        Localized("Можно вернуть", "Can be refunded"),
        "g.state = 'owned' AND g.uses = 0",
        place: .answer
    )
    static let title = Localized("Подарки", "Gifts")

    static let states = [
        ResourceChoice("owned", Localized("на руках", "owned"), "info"),
        ResourceChoice("used", Localized("использован", "used"), "pub", icon: "check"),
        ResourceChoice("expired", Localized("истёк", "expired"), "arch", icon: "clock"),
        ResourceChoice("refunded", Localized("возвращён", "refunded"), "draft", icon: "undo"),
    ]

    static let tabs: [ResourceTab] = [
        ResourceTab(Localized("Все", "All"), of: { resource }),
        ResourceTab(Localized("На руках", "Owned"), [("state", "owned")], of: { resource }),
        ResourceTab(Localized("Использованы", "Used"), [("state", "used")], of: { resource }),
        ResourceTab(Localized("Истекли", "Expired"), [("state", "expired")], of: { resource }),
        ResourceTab(Localized("Возвращены", "Refunded"), [("state", "refunded")], of: { resource }),
        ResourceTab(Localized("Журнал использований", "Log of uses"), of: { GiftUses.resource }),
    ]
}

/// The list of uses of gifts, and of gifts that expired (M112).
enum GiftUses: ResourceDeclaration {
    static let resource: Resource = .init(
        app: "mall",
        parent: "gifts",
        name: "uses",
        title: Gifts.title,
        one: Localized("Использование", "Use"),
        about: Localized(
            "Использования и истечения подарков",
            "Each time that a gift was used or has expired"
        ),
        path: "/people/gifts/uses",
        navigation: "/people/gifts",
        section: .loyalty,
        source: ResourceSource(
            "mall_uses m",
            joins: [
                ResourceJoin("g", "JOIN mall_gifts g ON g.id = m.gift_id"),
                ResourceJoin("u", "JOIN mall_users u ON u.id = m.user_id"),
            ],
            key: "m.id"
        ),
        columns: [
            ResourceColumn("at", .moment, Localized("Когда", "When"), "m.at"),
            .person("user", Localized("Кто", "Who")),
            ResourceColumn("offer", .snapshot, Localized("Подарок", "Gift"), "g.offer"),
            ResourceColumn("kind", .choice(kinds), Localized("Что", "What"), "m.kind"),
            ResourceColumn(
                "gift_id",
                .id,
                Localized("Номер подарка", "Gift ID"),
                "m.gift_id",
                place: .answer
            ),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "m.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "kind",
                Localized("Что", "What"),
                .choice(
                    kinds.map { ResourceOption($0.value, $0.title, "m.kind = \($0.value)") },
                    all: Localized("Использования и истечения", "Uses and expiries")
                )
            ),
            .person("user", Localized("Кто", "Who")) { "m.user_id = \($0)" },
            ResourceFilter("offer", Localized("Предложение", "Offer"), .content { "m.offer_id = \($0)" }),
            ResourceFilter("gift", Localized("Подарок", "Gift"), .id { "m.gift_id = \($0)" }),
            ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["u"])),
            ResourceFilter("period", Localized("Когда", "When"), .period("m.at")),
        ],
        tabs: Gifts.tabs,
        empty: (
            Localized("Никто ещё не воспользовался подарком", "No gift has been used yet"),
            Localized("Каждое использование попадёт сюда.", "Each use appears here.")
        )
    )

    static let kinds = [
        ResourceChoice("use", Localized("использован", "used"), "pub", icon: "check"),
        ResourceChoice("time", Localized("истёк", "expired"), "arch", icon: "clock"),
    ]
}
