import Core

/// A popular destination of the main screen, which opens a search.
package enum CruiseDestinations: ContentDeclaration {
    package static let type = ContentType(
        "destinations",
        singular: "destination",
        title: Localized("Популярные направления", "Popular destinations"),
        noun: Localized("популярное направление", "popular destination"),
        titleField: "title",
        addsLast: true,
        fields: [
            CruiseKind.field,
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title")),
            Field(
                "text",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Текст", "Text")
            ).optional().searchable(),
            Field("image", .image, Localized("Картинка", "Image")).optional(),
            Field(
                "direction",
                .reference(to: CruiseDirections.type.name),
                Localized("Направление поиска", "Direction of the search")
            ).optional().expectingLive(),
        ]
    )
}
