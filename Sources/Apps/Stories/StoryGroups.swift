import Core

/// A story: a preview in the strip above the search, which opens pages that play in turn.
package enum StoryGroups: ContentDeclaration {
    /// In characters: slightly more than fits the lines of the screen.
    private static let titleLengthMax = 60

    package static let type = ContentType(
        "story_groups",
        singular: "story_group",
        title: Localized("Сторис", "Stories"),
        noun: Localized("сторис", "story"),
        titleField: "title",
        window: .between(
            from: Localized("Показывать с", "Shown from"),
            isFromOptional: true,
            until: Localized("Показывать до", "Shown until"),
            isUntilOptional: true
        ),
        isNumbered: true,
        rules: [
            StoryLines.preview.rule(
                "title",
                Localized(
                    "скорее всего длиннее \(StoryLines.preview.max) строк на превью",
                    "probably takes more than \(StoryLines.preview.max) lines on the preview"
                )
            )
        ],
        fields: [
            Field(
                "title",
                .localizedText(lengthMax: Self.titleLengthMax, isMultiline: true),
                Localized("Название", "Title")
            ).help(
                Localized(
                    "На превью помещается 3 строки примерно по 12 знаков",
                    "The preview has room for 3 lines of about 12 characters"
                )
            ),
            Field("preview_image", .image, Localized("Превью", "Preview"))
                .expecting(width: StoryScreen.previewWidth * 2, height: StoryScreen.previewHeight * 2)
                .help(
                    Localized(
                        "Портретная картинка: 92 × 140 точек, лучше 276 × 420 пикселей и больше",
                        "An upright picture: 92 × 140 points, better 276 × 420 pixels and more"
                    )
                ),
        ]
    )
}

/// The sizes in which the app shows pictures of stories, in points.
enum StoryScreen {
    static let previewWidth = 92
    static let previewHeight = 140
    static let pageWidth = 390
    static let pageHeight = 844
    /// The pixels per point of current phones.
    static let scales = [1, 2, 3]
}
