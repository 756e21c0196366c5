import Core

/// A word that a shop is found by although it is not in its name.
package enum Tags: ContentDeclaration {
    package static let type = ContentType(
        "tags",
        singular: "tag",
        title: Localized("Теги", "Tags"),
        noun: Localized("тег", "tag"),
        titleField: "name",
        order: .title,
        fields: [Field("name", .localizedText(lengthMax: 100), Localized("Тег", "Tag"))]
    )
}
