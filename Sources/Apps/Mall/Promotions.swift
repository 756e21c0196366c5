import Core

/// A sale or another promotion of the mall or of one shop.
package enum Promotions: ContentDeclaration {
    package static let type = ContentType(
        "promotions",
        singular: "promotion",
        title: Localized("Акции", "Promotions"),
        noun: Localized("акция", "promotion"),
        titleField: "title",
        window: .between(
            from: Localized("Показывать с", "Show from"),
            isFromOptional: false,
            until: Localized("Окончание акции", "Ends at"),
            isUntilOptional: false
        ),
        order: .manual(sharedWith: ["news", "events"]),
        rules: [
            .order(
                "start_at",
                "live_until",
                Localized("должно быть раньше окончания", "must be before the end")
            )
        ],
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Заголовок", "Title")),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
            Field(
                "disclaimer",
                .localizedText(lengthMax: 500),
                Localized("Короткое пояснение", "Disclaimer")
            ).optional().searchable(),
            Field("start_at", .timestamp, Localized("Начало акции", "Starts at")),
            Field("content", .richText, Localized("Текст", "Text")).optional().searchable(),
            Field("shop", .reference(to: "shops"), Localized("Магазин", "Shop")).optional().filter()
                .expectingLive(),
            Field("offer", .reference(to: "offers"), Localized("Предложение", "Offer")).optional()
                .expectingLive(),
            Field("sitemap", .url, Localized("Ссылка на карту", "Map link")).optional(),
            .flag("on_main", Localized("В слайдере на главном", "In the home slider")),
            .flag("on_home", Localized("Отмечена для главного", "Marked for home")),
        ]
    )
}
