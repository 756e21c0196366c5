import Core

/// An offer to visitors for loyalty points.
package enum Offers: ContentDeclaration {
    package static let type = ContentType(
        "offers",
        singular: "offer",
        title: Localized("Предложения", "Offers"),
        noun: Localized("предложение", "offer"),
        titleField: "name",
        window: .between(
            from: Localized("Начало", "Starts at"),
            isFromOptional: false,
            until: Localized("Окончание", "Ends at"),
            isUntilOptional: false
        ),
        fields: [
            Field("name", .localizedText(lengthMax: 200), Localized("Название", "Name")),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
            Field("shop", .reference(to: "shops"), Localized("Магазин", "Shop")).filter().expectingLive(),
            Field(
                "disclaimer",
                .localizedText(lengthMax: 500),
                Localized("Короткое пояснение", "Disclaimer")
            ).optional().searchable(),
            Field(
                "description",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Описание", "Description")
            ).optional().searchable(),
            Field(
                "conditions_receiving",
                .localizedText(lengthMax: 2_000, isMultiline: true),
                Localized("Условия получения", "How to receive it")
            ).optional().searchable(),
            Field(
                "confirmation_conditions",
                .localizedText(lengthMax: 2_000, isMultiline: true),
                Localized("Условия подтверждения", "How it is confirmed")
            ).optional().searchable(),
            Field(
                "type",
                .choice([
                    Field.Choice("single", Localized("Одноразовое", "Single")),
                    Field.Choice("multiple", Localized("Многоразовое", "Multiple")),
                    Field.Choice("welcome_offer", Localized("Приветственное", "Welcome offer")),
                ]),
                Localized("Вид", "Kind")
            ).filter().initially(.string("single")),
            Field("cost", .points, Localized("Стоимость в баллах", "Cost in points")),
            Field("count", .integer(0...1_000_000), Localized("Количество", "Stock")).stock(),
            .flag("on_home", Localized("На главном", "On home")),
        ]
    )
}
