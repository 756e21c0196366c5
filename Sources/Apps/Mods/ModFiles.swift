import Core

/// A mod of a game, with the archive that the app downloads.
package enum ModFiles: ContentDeclaration {
    package static let type = ContentType(
        "mods",
        singular: "mod",
        title: Localized("Моды", "Mods"),
        noun: Localized("мод", "mod"),
        titleField: "title",
        isNumbered: true,
        rules: rules,
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title")),
            Field("path", .slug, Localized("Адрес", "Path")).made(of: "title").searchable(.name)
                .help(
                    Localized(
                        "Из названия, если оставить пустым; под старым адресом мод тоже откроется",
                        "Made of the title where it is empty; an old path goes on working"
                    )
                ),
            Field(
                "description",
                .localizedText(lengthMax: 10_000, isMultiline: true),
                Localized("Описание", "Description")
            ).optional().searchable(),
            Field(
                "categories",
                .references(to: ModCategories.type.name),
                Localized("Категории", "Categories")
            ).optional().filter().expectingLive(),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
            Field("image_url", .url, Localized("Или адрес картинки", "Or the address of an image")).optional()
                .help(Localized("Уходит в приложение как есть", "The app is sent it as it is")),
            Field("file", .file, Localized("ZIP-архив", "ZIP archive")).optional(),
            Field("file_url", .url, Localized("Или адрес архива", "Or the address of an archive")).optional()
                .help(Localized("Уходит в приложение как есть", "The app is sent it as it is")),
            Field("is_free", .bool, Localized("Бесплатный", "Free")).filter().initially(.bool(true))
                .help(Localized("Только для выгрузок", "For exports only")),
        ]
    )

    private static let rules = [
        // D28
        Rule("file", Localized("нужен ZIP-архив или его адрес", "needs a ZIP archive, or the address of one"))
        {
            $0["file"] != nil || $0["file_url"] != nil
        },
        Rule(
            "image",
            Localized("картинки нет", "has no image"),
            level: .warning
        ) { $0["image"] != nil || $0["image_url"] != nil },
        Rule(
            "categories",
            Localized("не входит ни в одну категорию", "is in no category"),
            level: .warning
        ) { $0["categories"] != nil },
        Rule(
            "image_url",
            Localized(
                "не нужен: приложение получит загруженную картинку",
                "is not used: an image is uploaded"
            ),
            level: .warning
        ) { $0["image"] == nil || $0["image_url"] == nil },
        Rule(
            "file_url",
            Localized(
                "не нужен: приложение получит загруженный архив",
                "is not used: an archive is uploaded"
            ),
            level: .warning
        ) { $0["file"] == nil || $0["file_url"] == nil },
    ]
}
