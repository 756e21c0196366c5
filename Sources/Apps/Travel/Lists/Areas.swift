import Core
import Storage
import Web

/// The countries of the timetable; Russia has the code 225 in every app.
package enum Countries: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "countries",
        title: Localized("Страны", "Countries"),
        one: Localized("Страна", "Country"),
        about: Localized("Страны расписания", "Countries of the timetable"),
        path: "/travel/countries",
        navigation: "/travel/settlements",
        section: .app,
        source: ResourceSource("timetable_countries a", key: "a.code", .number),
        columns: [
            ResourceColumn("title", .text, Localized("Название", "Title"), "a.title", place: .main),
            ResourceColumn("yandex_code", .text, Localized("Код", "Code"), "'l' || CAST(a.code AS TEXT)"),
            ResourceColumn("code", .number, Localized("Код", "Code"), "a.code", place: .answer),
            .titleEn("a"), .updated("a"),
        ],
        filters: Areas.filters,
        tabs: Areas.tabs,
        actions: editor.actions,
        empty: Areas.empty
    )

    private static let editor = TimetableEditor<AreaRow>(
        table: TimetableTables.countries,
        subject: "country",
        one: Localized("Страна", "Country"),
        fields: [.code(\.code), .title(\.title), .titleEn(\.titleEn)],
        blank: { AreaRow(code: try $0.nextCode("timetable_countries", from: 1), title: "") },
        read: { try AreaRow.country($0) },
        use: { id, connection in
            let code = Int64(id) ?? 0
            let regions = try connection.count("timetable_regions", "country = \(code)")
            let settlements = try connection.count("timetable_settlements", "country = \(code)")
            let stations = try connection.count("timetable_stations", "country = \(code)")
            guard regions + settlements + stations > 0 else { return nil }
            return Localized(
                "В стране есть регионы, города или станции: \(regions + settlements + stations).",
                "The country has regions, settlements or stations: \(regions + settlements + stations)."
            )
        }
    )
}

/// The regions of the countries.
package enum Regions: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "regions",
        title: Localized("Регионы", "Regions"),
        one: Localized("Регион", "Region"),
        about: Localized("Регионы стран расписания", "Regions of the countries"),
        path: "/travel/regions",
        navigation: "/travel/settlements",
        section: .app,
        source: ResourceSource(
            "timetable_regions a JOIN timetable_countries c ON c.code = a.country",
            key: "a.code",
            .number
        ),
        columns: [
            ResourceColumn("title", .text, Localized("Название", "Title"), "a.title", place: .main),
            ResourceColumn("yandex_code", .text, Localized("Код", "Code"), "'r' || CAST(a.code AS TEXT)"),
            ResourceColumn("code", .number, Localized("Код", "Code"), "a.code", place: .answer),
            ResourceColumn("country_title", .text, Localized("Страна", "Country"), "c.title"),
            .country("a"),
            .titleEn("a"), .updated("a"),
        ],
        filters: Areas.filters,
        tabs: Areas.tabs,
        actions: editor.actions,
        empty: Areas.empty
    )

    private static let editor = TimetableEditor<AreaRow>(
        table: TimetableTables.regions,
        subject: "region",
        one: Localized("Регион", "Region"),
        fields: [
            .code(\.code), .title(\.title), .titleEn(\.titleEn),
            .country { $0.country = $1 ?? $0.country },
        ],
        blank: { AreaRow(code: try $0.nextCode("timetable_regions", from: 1), title: "") },
        read: { try AreaRow.region($0) },
        use: { id, connection in
            let code = Int64(id) ?? 0
            let count =
                try connection.count("timetable_settlements", "region = \(code)")
                + connection.count("timetable_stations", "region = \(code)")
            return count == 0
                ? nil
                : Localized(
                    "В регионе есть города или станции: \(count).",
                    "It has settlements or stations: \(count)."
                )
        }
    )
}

/// The common parts of the lists of countries, regions and settlements.
enum Areas {
    static let tabs: [ResourceTab] = [
        ResourceTab(Localized("Города", "Settlements")) { Settlements.resource },
        ResourceTab(Localized("Регионы", "Regions")) { Regions.resource },
        ResourceTab(Localized("Страны", "Countries")) { Countries.resource },
    ]

    fileprivate static let filters = [
        ResourceFilter(
            "q",
            Localized("Название", "Title"),
            .words(columns: ["a.title", "a.title_en"], id: "CAST(a.code AS TEXT)")
        )
    ]

    static let empty = (
        title: Localized("Пусто", "Nothing here"),
        text: Localized("Загрузите расписание или добавьте запись.", "Import a timetable, or add a row.")
    )
}
