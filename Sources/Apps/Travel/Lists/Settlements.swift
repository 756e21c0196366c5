import Core
import Storage
import Transit
import Web

/// The towns and villages of the timetable.
package enum Settlements: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "settlements",
        title: Localized("Города", "Settlements"),
        one: Localized("Город", "Settlement"),
        about: Localized("Города и посёлки расписания", "Towns and villages of the timetable"),
        path: "/travel/settlements",
        section: .app,
        source: ResourceSource(
            """
            timetable_settlements a JOIN timetable_countries c ON c.code = a.country
            LEFT JOIN timetable_regions r ON r.code = a.region
            """,
            key: "a.code",
            .number
        ),
        columns: [
            ResourceColumn("title", .text, Localized("Название", "Title"), "a.title", place: .main),
            ResourceColumn("yandex_code", .text, Localized("Код", "Code"), "'c' || CAST(a.code AS TEXT)"),
            ResourceColumn("code", .number, Localized("Код", "Code"), "a.code", place: .answer),
            ResourceColumn("region_title", .text, Localized("Регион", "Region"), "r.title"),
            ResourceColumn("zone", .text, Localized("Часовой пояс", "Time zone"), "a.zone"),
            ResourceColumn("country_title", .text, Localized("Страна", "Country"), "c.title", place: .page),
            .country("a"), .region("a"),
            .shortTitle("a"), .popularTitle("a"),
            .place("a"), .titleEn("a"), .updated("a"),
        ],
        filters: [
            ResourceFilter(
                "q",
                Localized("Название", "Title"),
                .words(columns: ["a.title", "a.title_en", "a.popular_title"], id: "CAST(a.code AS TEXT)")
            )
        ],
        tabs: Areas.tabs,
        actions: editor.actions,
        isExported: true,
        empty: Areas.empty
    )

    private static let editor = TimetableEditor<SettlementRow>(
        table: TimetableTables.settlements,
        subject: "settlement",
        one: Localized("Город", "Settlement"),
        fields: [
            .code(\.code), .title(\.title), .titleEn(\.titleEn),
            TimetableField("short_title", Localized("Короткое название", "Short title"), \.shortTitle),
            TimetableField("popular_title", Localized("Народное название", "Popular title"), \.popularTitle),
            .country { $0.country = $1 ?? $0.country },
            .reference("region", Localized("Код региона", "Code of the region"), to: "timetable_regions") {
                $0.region = $1
            },
            .zone(isRequired: true) { $0.zone = $1 ?? $0.zone }, .place(\.point),
        ],
        blank: {
            SettlementRow(
                code: try $0.nextCode("timetable_settlements", from: 1),
                country: 0,
                title: "",
                zone: ""
            )
        },
        read: { try SettlementRow($0) },
        check: { row, _ in
            if row.zone.isEmpty {
                throw TimetableField<SettlementRow>.fault("zone", "нужно указать", "is missing")
            }
        },
        use: { id, connection in
            let count = try connection.count("timetable_stations", "settlement = \(Int64(id) ?? 0)")
            guard count == 0 else {
                return Localized("В городе есть станции: \(count).", "The settlement has stations: \(count).")
            }
            return try connection.fares(of: "c\(Int64(id) ?? 0)")
        }
    )
}
