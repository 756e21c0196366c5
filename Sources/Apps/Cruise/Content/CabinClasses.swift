import Core

/// A class of the cabins of one ship; a cruise has a price for each.
package enum CabinClasses: ContentDeclaration {
    static let places: ClosedRange<Int64> = 1...9

    package static let type = ContentType(
        "cabin_classes",
        singular: "cabin_class",
        title: Localized("Классы кают", "Cabin classes"),
        noun: Localized("класс кают", "cabin class"),
        titleField: "title",
        addsLast: true,
        fields: [
            Field("ship", .reference(to: Ships.type.name), Localized("Теплоход", "Ship")).filter().part(),
            Field("title", .text(lengthMax: 200), Localized("Название", "Title")),
            Field("places", .integer(places), Localized("Мест", "Places")),
            Field(
                "description",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Описание", "Description")
            ).optional(),
            Field("photos", .images, Localized("Фотографии", "Photos")).optional(),
        ]
    )
}
