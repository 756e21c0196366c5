import Core
import Storage
import Web

/// The list of ratings and texts about the app (M63).
enum Reviews: ResourceDeclaration {
    static let resource = Resource(
        app: "mall",
        name: "reviews",
        title: Localized("Отзывы", "Reviews"),
        one: Localized("Отзыв", "Review"),
        about: Localized(
            "Что люди думают о приложении, новые сверху",
            "Reviews of the app, the newest first"
        ),
        path: "/mall/reviews",
        section: .loyalty,
        source: ResourceSource(
            "mall_reviews r",
            joins: [
                ResourceJoin("d", "JOIN mall_devices d ON d.id = r.device_id"),
                ResourceJoin("u", "LEFT JOIN mall_users u ON u.id = r.user_id"),
                ResourceJoin("o", "LEFT JOIN outbox o ON o.id = r.message_id"),
            ],
            key: "r.id"
        ),
        columns: [
            ResourceColumn("created_at", .moment, Localized("Когда", "When"), "r.created_at"),
            ResourceColumn("rating", .rating, Localized("Оценка", "Rating"), "r.rating"),
            ResourceColumn(
                "text",
                .quote,
                Localized("Отзыв", "Review"),
                "r.text",
                right: .readPeople
            ),
            ResourceColumn(
                "has_text",
                .bool(yes: Localized("с текстом", "with text"), no: Localized("без текста", "without text")),
                Localized("Текст", "Text"),
                "r.text IS NOT NULL",
                place: .answer
            ),
            ResourceColumn(
                "user",
                .person(table: "u", path: "/people", nobody: Localized("Без входа", "Not signed in")),
                Localized("Кто", "Who")
            ),
            ResourceColumn(
                "device",
                .text,
                Localized("Устройство", "Device"),
                "d.model || ', ' || d.os || ' ' || d.version_os"
            ),
            ResourceColumn(
                "device_id",
                .id,
                Localized("Номер устройства", "Device ID"),
                "r.device_id",
                place: .answer
            ),
            ResourceColumn(
                "mail",
                .choice(mails),
                Localized("Письмо", "Mail"),
                // The outbox removes old messages once they are sent.
                "CASE WHEN r.message_id IS NOT NULL THEN coalesce(o.state, 'sent') END"
            ),
            ResourceColumn(
                "updated_at",
                .moment,
                Localized("Изменён", "Changed"),
                "r.updated_at",
                place: .answer
            ),
            ResourceColumn("id", .id, Localized("Номер", "ID"), "r.id", place: .answer),
        ],
        filters: [
            ResourceFilter(
                "rating",
                Localized("Оценка", "Rating"),
                .number(1...5, all: Localized("Все оценки", "All ratings"), "r.rating")
            ),
            ResourceFilter(
                "has_text",
                Localized("Текст", "Text"),
                .bool(
                    "r.text IS NOT NULL",
                    yes: Localized("С текстом", "With text"),
                    no: Localized("Без текста", "Without text"),
                    all: Localized("С текстом и без", "With and without text")
                ),
                option: "text"
            ),
            ResourceFilter(
                "user",
                Localized("Кто", "Who"),
                .person(table: "mall_users") { "r.user_id = \($0)" }
            ),
            ResourceFilter("period", Localized("Когда", "When"), .period("r.created_at")),
        ],
        sums: sums,
        empty: (
            Localized("Отзывов нет", "No reviews"),
            Localized(
                "Оценки из приложения появятся здесь; оценки ниже 5 с текстом приходят и на почту.",
                "Ratings from the app appear here; those below 5 with a text are mailed too."
            )
        )
    )

    private static let mails = [
        ResourceChoice("sent", Localized("отправлено", "sent"), "pub", icon: "check"),
        ResourceChoice("waiting", Localized("в очереди", "waiting"), "plan", icon: "clock"),
        ResourceChoice("failed", Localized("не ушло", "failed"), "bad", icon: "warn"),
        ResourceChoice("kept", Localized("не отправляется", "kept")),
    ]

    private static let sums: [ResourceSum] = {
        let unit = Localized("из 5", "of 5")
        let average: SQL = "(CAST(sum(r.rating) AS bigint) * 100 + count(*) / 2) / nullif(count(*), 0)"
        let late = { @Sendable (now: Timestamp) in
            "r.created_at >= \(now.advanced(by: .zero - lately))" as SQL
        }
        let lateCount = { @Sendable (now: Timestamp) in "count(CASE WHEN \(late(now)) THEN 1 END)" as SQL }
        let lateSum = { @Sendable (now: Timestamp) in
            "CAST(sum(CASE WHEN \(late(now)) THEN r.rating END) AS bigint)" as SQL
        }
        return [
            ResourceSum("average_percent", .hundredths(unit: unit), Localized("Средняя оценка", "Average")) {
                _ in
                average
            },
            ResourceSum(
                "last_30_days.average_percent",
                .hundredths(unit: unit),
                Localized("За 30 дней", "In 30 days")
            ) { "(\(lateSum($0)) * 100 + \(lateCount($0)) / 2) / nullif(\(lateCount($0)), 0)" },
            ResourceSum(
                "last_30_days.count",
                Localized("Оценок за 30 дней", "Ratings in 30 days"),
                isHidden: true
            ) {
                lateCount($0)
            },
            ResourceSum("count", Localized("Оценок", "Ratings")) { _ in "count(*)" },
            ResourceSum("with_text", Localized("С текстом", "With text")) { _ in "count(r.text)" },
            ResourceSum("low", Localized("Оценок 1–3", "Ratings 1–3")) { _ in
                "count(CASE WHEN r.rating <= 3 THEN 1 END)"
            },
        ]
            + (1...5).map { rating in
                ResourceSum(
                    "ratings.\(rating)",
                    Localized("Оценок \(rating)", "Ratings of \(rating)"),
                    isHidden: true
                ) {
                    _ in "count(CASE WHEN r.rating = \(Int64(rating)) THEN 1 END)"
                }
            }
    }()

    private static let lately: Duration = .seconds(30 * 86_400)
}
