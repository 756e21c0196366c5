import Core

/// A direction by which people look for cruises: a river, a sea, a ring of cities.
package enum CruiseDirections: ContentDeclaration {
    package static let type = ContentType(
        "cruise_directions",
        singular: "cruise_direction",
        title: Localized("Направления", "Directions"),
        noun: Localized("направление", "direction"),
        titleField: "title",
        addsLast: true,
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title")), CruiseKind.field,
        ]
    )
}
