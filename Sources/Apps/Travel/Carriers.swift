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
                Localized("должен быть числом от 1 до 999999999", "must be a number from 1 to 999999999")
            ) {
                guard let code = $0["code"]?.string else { return true }
                return code.count <= 9 && code.allSatisfy(\.isWholeNumber) && Int64(code) ?? 0 > 0
                    && code.first != "0"
            }
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
            Field("iata", .text(lengthMax: 8), Localized("Код IATA", "IATA code")).optional(),
            Field("icao", .text(lengthMax: 8), Localized("Код ICAO", "ICAO code")).optional(),
            Field("sirena", .text(lengthMax: 8), Localized("Код «Сирены»", "Sirena code")).optional(),
        ]
    )
}
