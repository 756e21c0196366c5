import Core

/// An excursion on one day of a cruise, with its tariffs.
package enum Excursions: ContentDeclaration {
    package static let type = ContentType(
        "excursions",
        singular: "excursion",
        title: Localized("Экскурсии", "Excursions"),
        noun: Localized("экскурсия", "excursion"),
        titleField: "name",
        addsLast: true,
        fields: [
            Field("cruise", .reference(to: Cruises.type.name), Localized("Круиз", "Cruise")).filter().part(),
            Field("day", .integer(Cruises.days), Localized("День", "Day")),
            Field("city", .reference(to: CruiseCities.type.name), Localized("Город", "City")),
            Field("name", .text(lengthMax: 300), Localized("Название", "Name")),
            Field("description", .richText, Localized("Описание", "Description")).optional().searchable(),
            Field("photo", .image, Localized("Фотография", "Photo")).optional(),
            Field("duration", .text(lengthMax: 100), Localized("Длительность", "Duration")).optional(),
            Field("included", .bool, Localized("Включена в цену", "Included in the price"))
                .initially(.bool(false)),
            Field("people_min", .integer(1...10_000), Localized("Группа от, человек", "People at least"))
                .optional(),
            Field(
                "tariffs",
                .table(
                    [
                        Field.Column("name", .text(lengthMax: 200), Localized("Тариф", "Tariff")),
                        Field.Column(
                            "price",
                            .decimal(0...Ships.priceMax, fractionDigits: 2),
                            Localized("Цена, ₽", "Price, RUB")
                        ),
                    ],
                    rowsMax: 30
                ),
                Localized("Тарифы", "Tariffs")
            ).optional(),
        ]
    )
}
