import Core

/// A floor of the mall, with its plan.
package enum Floors: ContentDeclaration {
    package static let type = ContentType(
        "floors",
        singular: "floor",
        title: Localized("Этажи", "Floors"),
        noun: Localized("этаж", "floor"),
        titleField: "name",
        fields: [
            Field("name", .localizedText(lengthMax: 100), Localized("Название", "Name")),
            Field("number", .integer(-5...50), Localized("Номер", "Number")).filter(),
            Field("plan", .image, Localized("План", "Plan")).optional(),
        ]
    )
}
