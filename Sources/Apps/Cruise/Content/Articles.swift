import Core

/// An article of the blog.
package enum Articles: ContentDeclaration {
    package static let type = ContentType(
        "articles",
        singular: "article",
        title: Localized("Блог", "Blog"),
        noun: Localized("статья", "article"),
        titleField: "title",
        window: .between(
            from: Localized("Дата публикации", "Publish date"),
            isFromOptional: true,
            until: Localized("Показывать до", "Show until"),
            isUntilOptional: true
        ),
        fields: [
            Field("title", .localizedText(lengthMax: 300), Localized("Заголовок", "Title")),
            Field("slug", .slug, Localized("Адрес", "Slug")).made(of: "title"),
            .lines("tags", "name", Localized("Теги", "Tags"), Localized("Тег", "Tag")),
            Field("cover", .image, Localized("Обложка", "Cover")).optional(),
            Field("body", .richText, Localized("Текст", "Text")).searchable(),
        ]
    )
}
