import Core

/// A city or another place where ships of cruises stop.
package enum CruiseCities: ContentDeclaration {
    package static let type = ContentType(
        "cruise_cities",
        singular: "cruise_city",
        title: Localized("Города", "Cities"),
        noun: Localized("город", "city"),
        titleField: "name",
        order: .title,
        fields: [Field("name", .localizedText(lengthMax: 200), Localized("Название", "Name"))]
    )
}
