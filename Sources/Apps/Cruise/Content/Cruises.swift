import Core
import Storage

/// One voyage: a ship, its dates, its route and the prices of its cabins.
package enum Cruises: ContentDeclaration {
    /// Days of the longest voyage.
    static let days: ClosedRange<Int64> = 1...200
    static let popularity: ClosedRange<Int64> = 0...1_000_000

    package static let type = ContentType(
        "cruises",
        singular: "cruise",
        title: Localized("Круизы", "Cruises"),
        noun: Localized("круиз", "cruise"),
        titleField: "title",
        window: .between(
            from: Localized("Показывать с", "Show from"),
            isFromOptional: true,
            until: Localized("Показывать до", "Show until"),
            isUntilOptional: true
        ),
        order: .title,
        rules: rules,
        fields: [
            CruiseKind.field,
            Field("title", .text(lengthMax: 300), Localized("Название", "Title")),
            Field("ship", .reference(to: Ships.type.name), Localized("Теплоход", "Ship")).filter()
                .expectingLive(),
            Field(
                "directions",
                .references(to: CruiseDirections.type.name),
                Localized("Направления", "Directions")
            ).optional().filter(),
            Field("description", .richText, Localized("Описание", "Description")).optional().searchable(),
            Field("starts_at", .timestamp, Localized("Отправление", "Departure")),
            Field("ends_at", .timestamp, Localized("Возвращение", "Return")),
            Field("stops", .table(stops, rowsMax: 200), Localized("Маршрут", "Route")).optional(),
            Field("prices", .table(prices, rowsMax: 100), Localized("Цены", "Prices")).optional()
                .help(
                    Localized(
                        "За место в каюте этого класса; без цен приложение покажет «Цена по запросу»",
                        "For a place in a cabin of the class; without prices the app shows “on request”"
                    )
                ),
            Field("photos", .images, Localized("Фотографии", "Photos")).optional(),
            Field("route_images", .images, Localized("Карты маршрута", "Maps")).optional(),
            Field("infoblocks", .table(infoblocks, rowsMax: 30), Localized("Важное", "Infoblocks"))
                .optional(),
            Field("popularity", .integer(popularity), Localized("Популярность", "Popularity"))
                .initially(.integer(0)),
            Field("vendor_id", .text(lengthMax: 100), Localized("Номер у оператора", "Vendor id"))
                .optional(),
            Field("vendor", .text(lengthMax: 100), Localized("Оператор", "Operator")).optional(),
        ]
    )

    private static let stops = [
        Field.Column("day", .integer(days), Localized("День", "Day")),
        Field.Column("city", .reference(to: CruiseCities.type.name), Localized("Город", "City")),
        Field.Column("arrival", .time, Localized("Прибытие", "Arrival")).optional(),
        Field.Column("departure", .time, Localized("Отправление", "Departure")).optional(),
        Field.Column("note", .text(lengthMax: 500), Localized("Примечание", "Note")).optional(),
    ]

    private static let prices = [
        Field.Column(
            "cabin_class",
            .reference(to: CabinClasses.type.name),
            Localized("Класс кают", "Cabin class")
        ).optional(),
        Field.Column(
            "price",
            .decimal(0...Ships.priceMax, fractionDigits: 2),
            Localized("Цена, ₽", "Price, RUB")
        ),
    ]

    private static let infoblocks = [
        Field.Column("title", .text(lengthMax: 200), Localized("Заголовок", "Title")),
        Field.Column("text", .multiline(lengthMax: 10_000), Localized("Текст", "Text")),
    ]

    private static let rules = [
        Rule("ends_at", Localized("раньше отправления", "is before the departure")) { body in
            guard let start = body.timestamp("starts_at"), let end = body.timestamp("ends_at") else {
                return true
            }
            return start <= end
        },
        Rule(
            "ends_at",
            Localized(
                "круиз не бывает дольше \(days.upperBound) дней",
                "is more than \(days.upperBound) days after the departure"
            )
        ) { body in
            guard let start = body.timestamp("starts_at"), let end = body.timestamp("ends_at") else {
                return true
            }
            return end <= start.advanced(by: .seconds(days.upperBound * 86_400))
        },
        Rule(
            "prices",
            Localized(
                "цены нет: приложение покажет «Цена по запросу»",
                "has no price, so the app shows “on request”"
            ),
            level: .warning
        ) { $0["prices"] != nil },
        Rule(
            "stops",
            Localized("маршрут не заполнен", "has no route"),
            level: .warning
        ) { $0["stops"] != nil },
    ]
}
