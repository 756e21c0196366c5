import Core

/// One cabin of a ship.
package enum ShipCabins: ContentDeclaration {
    package static let type = ContentType(
        "ship_cabins",
        singular: "ship_cabin",
        title: Localized("Каюты", "Cabins"),
        noun: Localized("каюта", "cabin"),
        titleField: "number",
        order: .title,
        fields: [
            Field("ship", .reference(to: Ships.type.name), Localized("Теплоход", "Ship")).filter().part(),
            Field("number", .text(lengthMax: 20), Localized("Номер", "Number")),
            Field("deck", .text(lengthMax: 100), Localized("Палуба", "Deck")),
            Field("cabin_class", .reference(to: CabinClasses.type.name), Localized("Класс", "Class"))
                .filter(),
            Field("places", .integer(CabinClasses.places), Localized("Мест", "Places")),
            Field("photos", .images, Localized("Фотографии", "Photos")).optional(),
        ]
    )
}
