import Core

/// A country whose citizens travel.
package enum Citizenships: ContentDeclaration {
    package static let type = ContentType(
        "citizenships",
        singular: "citizenship",
        title: Localized("Гражданства", "Citizenships"),
        noun: Localized("гражданство", "citizenship"),
        titleField: "name",
        order: .title,
        fields: [Field("name", .text(lengthMax: 200), Localized("Страна", "Country"))]
    )
}
