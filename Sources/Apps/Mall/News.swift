import Core

/// A news item of the mall.
package enum News: ContentDeclaration {
    package static let type = ContentType(
        "news",
        singular: "news",
        title: Localized("Новости", "News"),
        noun: Localized("новость", "news"),
        titleField: "title",
        window: .between(
            from: Localized("Дата публикации", "Published at"),
            isFromOptional: false,
            until: Localized("Показывать до", "Show until"),
            isUntilOptional: true
        ),
        order: .manual(sharedWith: ["promotions", "events"]),
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Заголовок", "Title")),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
            Field(
                "disclaimer",
                .localizedText(lengthMax: 500),
                Localized("Короткое пояснение", "Disclaimer")
            ).optional().searchable(),
            Field("content", .richText, Localized("Текст", "Text")).optional().searchable(),
            Field("sitemap", .url, Localized("Ссылка на карту", "Map link")).optional(),
            .flag("on_main", Localized("В слайдере на главном", "In the home slider")),
        ]
    )
}
