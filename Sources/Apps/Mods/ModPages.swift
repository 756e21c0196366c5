import Core

/// A page of the app's menu: privacy, terms.
package enum ModPages: ContentDeclaration {
    /// The slug of the page whose title heads the help.
    static let helpSlug = "install"

    package static let type = ContentType(
        "mod_pages",
        singular: "mod_page",
        title: Localized("Страницы меню", "Menu pages"),
        noun: Localized("страница меню", "menu page"),
        titleField: "title",
        rules: [
            Rule("text", Localized("текста нет", "has no text"), level: .warning) { body in
                body["text"] != nil || body["slug"] == .string(helpSlug)
            }
        ],
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title"))
                .help(Localized("Так пункт называется в меню", "The name of the item in the menu")),
            Field("slug", .slug, Localized("Адрес", "Slug")).made(of: "title").searchable(.name)
                .help(
                    Localized(
                        "privacy — конфиденциальность, terms — условия, install — заголовок справки",
                        "privacy, terms; install gives the help its heading"
                    )
                ),
            Field("text", .richText, Localized("Текст", "Text")).optional().searchable(),
        ]
    )
}
