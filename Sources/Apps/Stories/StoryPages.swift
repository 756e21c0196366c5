import Core

/// One screen of a story: a picture with a title and a few lines, shown for some seconds.
package enum StoryPages: ContentDeclaration {
    /// In characters: slightly more than fits the lines of the screen.
    private static let titleLengthMax = 60
    static let textLengthMax = 160
    /// The duration of a page, in seconds.
    static let seconds: ClosedRange<Int64> = 3...60
    static let secondsDefault: Int64 = 10

    package static let type = ContentType(
        "story_pages",
        singular: "story_page",
        title: Localized("Страницы сторис", "Story pages"),
        noun: Localized("страница сторис", "story page"),
        titleField: "title",
        isNumbered: true,
        addsLast: true,
        rules: [
            StoryLines.title.rule(
                "title",
                Localized(
                    "скорее всего длиннее \(StoryLines.title.max) строк на экране",
                    "probably takes more than \(StoryLines.title.max) lines on the screen"
                )
            ),
            StoryLines.text.rule(
                "text",
                Localized(
                    "скорее всего длиннее \(StoryLines.text.max) строк на экране",
                    "probably takes more than \(StoryLines.text.max) lines on the screen"
                )
            ),
        ],
        fields: [
            Field("group", .reference(to: StoryGroups.type.name), Localized("Сторис", "Story")).filter()
                .part(),
            Field("image", .image, Localized("Картинка", "Image"))
                .expecting(width: StoryScreen.pageWidth * 2, height: StoryScreen.pageHeight * 2)
                .help(
                    Localized(
                        "Портрет на весь экран: лучше 1170 × 2532 пикселей; текст ложится на нижнюю треть",
                        "Upright, for the whole screen: better 1170 × 2532 pixels; the text covers the lowest third"
                    )
                ),
            Field(
                "title",
                .localizedText(lengthMax: Self.titleLengthMax),
                Localized("Заголовок", "Title")
            ).help(
                Localized(
                    "На экране помещается 2 строки примерно по 20 знаков",
                    "The screen has room for 2 lines of about 20 characters"
                )
            ),
            Field(
                "text",
                .localizedText(lengthMax: Self.textLengthMax, isMultiline: true),
                Localized("Текст", "Text")
            ).optional().help(
                Localized(
                    "На экране помещается 3 строки примерно по 32 знака",
                    "The screen has room for 3 lines of about 32 characters"
                )
            ),
            Field(
                "duration_seconds",
                .integer(Self.seconds),
                Localized("Секунд на экране", "Seconds on screen")
            ).initially(.integer(Self.secondsDefault)),
        ]
    )
}
