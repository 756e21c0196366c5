import Core

/// A ship of cruises, with what its card in the app shows.
package enum Ships: ContentDeclaration {
    /// Years of building and renovation.
    static let years: ClosedRange<Int64> = 1800...2100
    /// In rubles: the highest price of one thing.
    static let priceMax: Int64 = 100_000_000

    package static let type = ContentType(
        "ships",
        singular: "ship",
        title: Localized("Теплоходы", "Ships"),
        noun: Localized("теплоход", "ship"),
        titleField: "title",
        order: .title,
        rules: [
            Rule("renovated", Localized("раньше года постройки", "is before the year of building")) { body in
                guard let built = body.integer("built"), let renovated = body.integer("renovated") else {
                    return true
                }
                return built <= renovated
            },
            Rule(
                "photos",
                Localized("нет ни одной фотографии", "has no photo"),
                level: .warning
            ) { $0["photos"] != nil },
        ],
        fields: [
            Field("title", .text(lengthMax: 200), Localized("Название", "Title")),
            CruiseKind.field,
            Field(
                "category",
                .choice(ShipClass.allCases.map { Field.Choice($0.rawValue, $0.title) }),
                Localized("Класс", "Class")
            ).filter().initially(.string(ShipClass.standard.rawValue)),
            Field("vendor", .text(lengthMax: 100), Localized("Оператор", "Operator")).optional(),
            Field("description", .richText, Localized("Описание", "Description")).optional().searchable(),
            Field("built", .integer(years), Localized("Год постройки", "Year built")).optional(),
            Field("renovated", .integer(years), Localized("Год обновления", "Year renovated")).optional(),
            Field("capacity", .integer(1...10_000), Localized("Мест", "Capacity")).optional(),
            .lines("decks", "name", Localized("Палубы", "Decks"), Localized("Палуба", "Deck")),
            .lines("services", "text", Localized("На борту", "On board"), Localized("Услуга", "Service")),
            Field(
                "specs",
                .table(
                    [
                        Field.Column("title", .text(lengthMax: 200), Localized("Название", "Title")),
                        Field.Column("value", .text(lengthMax: 500), Localized("Значение", "Value")),
                    ],
                    rowsMax: 100
                ),
                Localized("Характеристики", "Specifications")
            ).optional(),
            Field("photos", .images, Localized("Фотографии", "Photos")).optional(),
            .lines(
                "includes",
                "text",
                Localized("Включено в цену", "Included in the price"),
                Localized("Услуга", "Service")
            ),
            Field(
                "extras",
                .table(
                    [
                        Field.Column("text", .text(lengthMax: 500), Localized("Услуга", "Service")),
                        Field.Column(
                            "price",
                            .decimal(0...priceMax, fractionDigits: 2),
                            Localized("Цена, ₽", "Price, RUB")
                        ).optional(),
                    ],
                    rowsMax: 100
                ),
                Localized("За дополнительную плату", "For an extra charge")
            ).optional(),
        ]
    )
}

extension Field {
    /// An optional list of short texts: a table of one column.
    static func lines(_ name: String, _ column: String, _ title: Localized, _ heading: Localized) -> Field {
        Field(
            name,
            .table([Column(column, .text(lengthMax: 500), heading)], rowsMax: 100),
            title
        ).optional()
    }
}
