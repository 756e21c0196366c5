import Core

/// A discount on cruises; one that names no cruise, direction or ship is for all of them.
package enum Discounts: ContentDeclaration {
    package static let type = ContentType(
        "discounts",
        singular: "discount",
        title: Localized("Скидки", "Discounts"),
        noun: Localized("скидка", "discount"),
        titleField: "title",
        window: .between(
            from: Localized("Действует с", "Valid from"),
            isFromOptional: true,
            until: Localized("Действует до", "Valid until"),
            isUntilOptional: true
        ),
        fields: [
            Field("title", .text(lengthMax: 200), Localized("Название", "Title")),
            Field("percent", .integer(1...99), Localized("Процент", "Percent")),
            Field("cruises", .references(to: Cruises.type.name), Localized("Круизы", "Cruises")).optional()
                .filter(),
            Field(
                "directions",
                .references(to: CruiseDirections.type.name),
                Localized("Направления", "Directions")
            ).optional().filter(),
            Field("ships", .references(to: Ships.type.name), Localized("Теплоходы", "Ships")).optional()
                .filter(),
            Field("conditions", .text(lengthMax: 1_000), Localized("Условия", "Conditions")).optional(),
        ]
    )
}
