import Core

/// An event of the mall at a time; visitors can register for it with points.
package enum Events: ContentDeclaration {
    package static let type = ContentType(
        "events",
        singular: "event",
        title: Localized("Мероприятия", "Events"),
        noun: Localized("мероприятие", "event"),
        titleField: "title",
        window: .between(
            from: Localized("Показывать с", "Show from"),
            isFromOptional: false,
            until: Localized("Окончание", "Ends at"),
            isUntilOptional: false
        ),
        order: .manual(sharedWith: ["news", "promotions"]),
        rules: [
            .order(
                "start_at",
                "live_until",
                Localized("должно быть раньше окончания", "must be before the end")
            )
        ],
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title")),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
            Field("start_at", .timestamp, Localized("Начало", "Starts at")),
            Field("content", .richText, Localized("Текст", "Text")).optional().searchable(),
            Field("cost", .points, Localized("Стоимость в баллах", "Cost in points")).initially(.integer(0)),
            Field("sitemap", .url, Localized("Ссылка на карту", "Map link")).optional(),
            .flag("on_main", Localized("В слайдере на главном", "In the home slider")),
            .flag("on_home", Localized("В мероприятиях на главном", "In the events on home")),
        ]
    )
}
