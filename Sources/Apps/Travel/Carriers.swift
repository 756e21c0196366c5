import Core

/// A carrier of the timetable, with what its card in the app shows (T92).
package enum Carriers: ContentDeclaration {
    package static let type = ContentType(
        "carriers",
        singular: "carrier",
        title: Localized("Перевозчики", "Carriers"),
        noun: Localized("перевозчик", "carrier"),
        titleField: "title",
        rules: [
            Rule(
                "code",
                Localized("не число: приложение его не спросит", "is no number, so apps cannot ask for it"),
                level: .warning
            ) { $0.string("code").map { Int64($0) != nil } ?? true }
        ],
        fields: [
            Field("title", .localizedText(lengthMax: 200), Localized("Название", "Title")),
            Field("code", .slug, Localized("Код", "Code")).searchable(.name)
                .help(
                    Localized(
                        "Число, по которому его спрашивает приложение",
                        "The number that the app asks for"
                    )
                ),
            Field("logo", .image, Localized("Логотип", "Logo")).optional(),
            Field("logo_svg", .url, Localized("Адрес логотипа SVG", "Address of the SVG logo")).optional(),
            Field("url", .url, Localized("Сайт", "Website")).optional(),
            Field("phone", .text(lengthMax: 200), Localized("Телефон", "Phone")).optional(),
            Field("email", .text(lengthMax: 200), Localized("Почта", "E-mail")).optional(),
            Field("address", .text(lengthMax: 500), Localized("Адрес", "Address")).optional(),
            Field("contacts", .text(lengthMax: 1_000), Localized("Контакты", "Contacts")).optional(),
            Field("iata", .text(lengthMax: 60), Localized("Код IATA", "IATA code")).optional(),
            Field("icao", .text(lengthMax: 60), Localized("Код ICAO", "ICAO code")).optional(),
            Field("sirena", .text(lengthMax: 60), Localized("Код «Сирены»", "Sirena code")).optional(),
        ]
    )
}
