import Core

/// A shop, café, cinema or service of the mall.
package enum Shops: ContentDeclaration {
    package static let type = ContentType(
        "shops",
        singular: "shop",
        title: Localized("Магазины и услуги", "Shops and services"),
        noun: Localized("магазин или услуга", "shop or service"),
        titleField: "name",
        order: .title,
        fields: [
            Field("name", .localizedText(lengthMax: 200), Localized("Название", "Name")),
            Field(
                "name_transliterated",
                .text(lengthMax: 200),
                Localized("Название другими буквами", "Name in the other script")
            ).optional().searchable(.name).help(
                Localized("«Зара» для Zara: так находят оба написания.", "“Зара” for Zara, for search.")
            ),
            Field("logo", .image, Localized("Логотип", "Logo")).optional(),
            Field("images", .images, Localized("Фотографии", "Photos")).optional(),
            Field("categories", .references(to: "categories"), Localized("Категории", "Categories")).filter(),
            Field(
                "subcategories",
                .references(to: "subcategories"),
                Localized("Подкатегории", "Subcategories")
            )
            .optional().filter(),
            Field("tags", .references(to: "tags"), Localized("Теги", "Tags")).optional().filter(),
            Field("floor", .integer(-10...100), Localized("Этаж", "Floor")).filter(),
            Field("site_url", .url, Localized("Сайт", "Site")).optional(),
            Field("phone", .phone, Localized("Телефон", "Phone")).optional(),
            Field("sitemap", .url, Localized("Ссылка на карту", "Map link")).optional(),
            Field(
                "description",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Описание", "Description")
            ).optional().searchable(),
            Field("cashback", .decimal(0...100, fractionDigits: 2), Localized("Кешбэк, %", "Cashback, %"))
                .initially(.integer(0)),
            .flag("on_home", Localized("На главном", "On home")),
        ]
    )
}
