import Core

/// A section of the catalogue; apps identify it by its slug.
package enum Categories: ContentDeclaration {
    package static let type = ContentType(
        "categories",
        singular: "category",
        title: Localized("Категории", "Categories"),
        noun: Localized("категория", "category"),
        titleField: "name",
        fields: [
            Field("name", .localizedText(lengthMax: 100), Localized("Название", "Name")),
            Field("slug", .slug, Localized("Адрес", "Slug")).searchable(.name),
            Field("is_search", .bool, Localized("Есть поиск", "Has search")).initially(.bool(true)),
            Field("has_filter", .bool, Localized("Есть фильтр", "Has filter")).initially(.bool(false)),
        ]
    )
}
