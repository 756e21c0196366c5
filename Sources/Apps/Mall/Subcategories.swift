import Core

/// A finer section within a category, which the app filters by.
package enum Subcategories: ContentDeclaration {
    package static let type = ContentType(
        "subcategories",
        singular: "subcategory",
        title: Localized("Подкатегории", "Subcategories"),
        noun: Localized("подкатегория", "subcategory"),
        titleField: "name",
        order: .title,
        fields: [
            Field("name", .localizedText(lengthMax: 100), Localized("Название", "Name")),
            Field("category", .reference(to: "categories"), Localized("Категория", "Category")).filter(),
        ]
    )
}
