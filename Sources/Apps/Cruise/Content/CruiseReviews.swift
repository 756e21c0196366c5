import Core

/// A review of a traveller; publishing it approves it.
package enum CruiseReviews: ContentDeclaration {
    package static let type = ContentType(
        "cruise_reviews",
        singular: "cruise_review",
        title: Localized("Отзывы о круизах", "Cruise reviews"),
        noun: Localized("отзыв о круизе", "cruise review"),
        titleField: "name",
        fields: [
            Field("name", .text(lengthMax: 100), Localized("Имя", "Name")),
            Field(
                "text",
                .localizedText(lengthMax: 5_000, isMultiline: true),
                Localized("Отзыв", "Review")
            ).searchable(),
            Field("occupation", .text(lengthMax: 200), Localized("Кто это", "Occupation")).optional(),
            Field("photo", .image, Localized("Фотография", "Photo")).optional(),
            Field("rating", .integer(1...5), Localized("Оценка", "Rating")),
            Field("date", .date, Localized("Дата", "Date")),
            Field("vendor", .text(lengthMax: 100), Localized("Оператор", "Operator")).optional(),
            .flag("on_main", Localized("На главном", "On the main screen")),
        ]
    )
}
