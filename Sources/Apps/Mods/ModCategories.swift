import Core

/// A category of the catalogue of mods; the app identifies it by its slug.
package enum ModCategories: ContentDeclaration {
    package static let type = ContentType(
        "mod_categories",
        singular: "mod_category",
        title: Localized("Категории модов", "Mod categories"),
        noun: Localized("категория модов", "mod category"),
        titleField: "label",
        addsLast: true,
        fields: [
            Field(
                "label",
                .localizedText(lengthMax: 100),
                Localized("Подпись в приложении", "Label in the app")
            ),
            Field("slug", .slug, Localized("Имя в API", "API name")).made(of: "label").searchable(.name)
                .help(
                    Localized(
                        "Из подписи, если оставить пустым; под старым именем категория тоже откроется",
                        "Made of the label where it is empty; an old name goes on working"
                    )
                ),
            Field("icon", .image, Localized("Иконка", "Icon")).optional(),
            .flag("is_visible", Localized("Видна в приложении", "Visible in the app")).initially(.bool(true)),
        ]
    )
}
