import Core
import Storage
import Web

/// Registrations for events (M56, M131).
package enum Guests: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: "mall",
        name: "guests",
        title: Localized("Кто записан", "Registrations"),
        one: Localized("Запись", "Registration"),
        about: Localized(
            "Кто записался на мероприятия, последние сверху",
            "Registrations for events, the newest first"
        ),
        path: "/mall/guests",
        navigation: "/mall/events",
        section: .loyalty,
        source: ResourceSource(
            "mall_guests m",
            joins: [ResourceJoin("u", "JOIN mall_users u ON u.id = m.user_id")],
            key: "m.entry_id"
        ),
        columns: [
            .person("user", Localized("Кто", "Who")),
            ResourceColumn("event", .snapshot, Localized("Мероприятие", "Event"), "m.event"),
            ResourceColumn("at", .moment, Localized("Записан", "Registered"), "m.at"),
            ResourceColumn("cost", .number, Localized("Баллы", "Points"), "m.cost"),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "m.entry_id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "event",
                Localized("Мероприятие", "Event"),
                .content { "m.event_id = \($0)" },
                isArgument: true
            ),
            .person("user", Localized("Кто", "Who")) { "m.user_id = \($0)" },
            ResourceFilter("phone", Localized("Телефон", "Phone"), .phone(tables: ["u"])),
            ResourceFilter("period", Localized("Записан", "Registered"), .period("m.at")),
        ],
        sums: [
            ResourceSum("count", Localized("Записано", "Registered")) { _ in "count(*)" },
            ResourceSum("points", Localized("Заплачено баллов", "Points paid")) { _ in
                "CAST(coalesce(sum(m.cost), 0) AS bigint)"
            },
        ],
        actions: [cancel],
        isExported: true,
        empty: (
            Localized("Никто не записан", "No registrations"),
            Localized(
                "Посетители записываются в приложении, на странице мероприятия.",
                "Visitors register in the app, on the page of the event."
            )
        )
    )

    private static let cancel = ResourceAction(
        "cancel",
        .remove,
        Localized("Отменить запись", "Cancel"),
        right: .writePeople,
        question: Localized(
            "Баллы вернутся на счёт. Записаться снова можно, пока мероприятие не закончилось.",
            "The points return. The person can register again until the event is over."
        ),
        hasNote: true
    ) { call in
        try await Refund(services: call.services, signature: call.signature, note: call.note)
            .registration(call.id)
        return ResourceOutcome(
            Localized("Запись отменена, баллы вернулись", "Cancelled, the points are back")
        )
    }
}

extension Connection {
    /// The number of registrations for each of these events.
    func guestCounts(of ids: [String]) throws -> [String: Int64] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows(
            "SELECT event_id, count(*) AS count FROM mall_guests WHERE event_id IN (\(list)) GROUP BY event_id"
        )
        return try Dictionary(rows.map { (try $0.get("event_id"), try $0.get("count")) }) { first, _ in first
        }
    }
}
