import Core

/// A keyword that finds a shop by a word that its name lacks.
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
