import Core
import Storage
import Transit
import Web

/// The stations, stops, airports and piers of the timetable (T76, T90, T93).
package enum Stations: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "stations",
        title: Localized("Станции", "Stations"),
        one: Localized("Станция", "Station"),
        about: Localized("Станции, остановки, аэропорты и причалы", "Stations, stops, airports and piers"),
        path: "/travel/stations",
        section: .app,
        source: ResourceSource(
            "timetable_stations a LEFT JOIN timetable_settlements t ON t.code = a.settlement",
            key: "a.code",
            .number
        ),
        columns: columns,
        filters: [
            ResourceFilter(
                "q",
                Localized("Название или код", "Title or code"),
                .words(
                    columns: ["a.title", "a.title_en", "t.title", "a.esr", "a.express", "a.iata"],
                    id: "CAST(a.code AS TEXT)"
                )
            ),
            .transport("a"),
            ResourceFilter(
                "hidden",
                Localized("В приложении", "In the app"),
                .bool(
                    "a.is_hidden",
                    yes: Localized("Скрытые", "Hidden"),
                    no: Localized("Видимые", "Shown"),
                    all: Localized("Все станции", "All stations")
                )
            ),
            ResourceFilter(
                "settlement",
                Localized("Код города", "Code of the settlement"),
                .id { "a.settlement = \(Int64($0) ?? 0)" }
            ),
        ],
        panel: StationPanel.panel,
        actions: editor.actions,
        isExported: true,
        empty: Areas.empty
    )

    private static let columns: [ResourceColumn] = [
        ResourceColumn("title", .text, Localized("Название", "Title"), "a.title", place: .main),
        ResourceColumn("settlement_title", .text, Localized("Город", "Settlement"), "t.title", place: .below),
        ResourceColumn("yandex_code", .text, Localized("Код", "Code"), "'s' || CAST(a.code AS TEXT)"),
        ResourceColumn("code", .number, Localized("Код", "Code"), "a.code", place: .answer),
        .transport("a"),
        ResourceColumn(
            "station_type",
            .choice(StationKind.allCases.map { ResourceChoice($0.name, $0.title) }),
            Localized("Вид", "Kind"),
            "a.station_type"
        ),
        ResourceColumn(
            "is_hidden",
            .bool(yes: Localized("скрыта", "hidden"), no: Localized("видна", "shown")),
            Localized("В приложении", "In the app"),
            "a.is_hidden"
        ),
        ResourceColumn("majority", .number, Localized("Важность", "Majority"), "a.majority", place: .page),
        ResourceColumn(
            "direction",
            .text,
            Localized("Направление", "Direction"),
            "a.direction",
            place: .page
        ),
        ResourceColumn("esr", .text, Localized("Код ЕСР", "ESR code"), "a.esr", place: .page),
        ResourceColumn(
            "express",
            .text,
            Localized("Код «Экспресса»", "Express code"),
            "a.express",
            place: .page
        ),
        ResourceColumn("iata", .text, Localized("Код IATA", "IATA code"), "a.iata", place: .page),
        ResourceColumn("sirena", .text, Localized("Код «Сирены»", "Sirena code"), "a.sirena", place: .page),
        ResourceColumn(
            "settlement",
            .number,
            Localized("Код города", "Code of the settlement"),
            "a.settlement",
            place: .answer
        ),
        .region("a"), .country("a"),
        ResourceColumn("zone", .text, Localized("Часовой пояс", "Time zone"), "a.zone", place: .page),
        .shortTitle("a"), .popularTitle("a"),
        .place("a"), .titleEn("a"), .updated("a"),
    ]

    private static let editor = TimetableEditor<StationRow>(
        table: TimetableTables.stations,
        subject: "station",
        one: Localized("Станция", "Station"),
        fields: fields,
        blank: {
            StationRow(
                code: try $0.nextCode("timetable_stations", from: 1),
                country: 225,
                title: "",
                transport: .train
            )
        },
        read: { try StationRow($0) },
        check: { row, connection in
            guard row.settlement != nil || row.zone != nil else {
                throw TimetableField<StationRow>.fault(
                    "zone",
                    "нужен без города",
                    "is needed without a settlement"
                )
            }
            guard try connection.count("timetable_countries", "code = \(row.country)") == 1 else {
                throw TimetableField<StationRow>.fault("country", "нужно указать", "is missing")
            }
        },
        use: { id, connection in
            // The number of a station begins the array of a stop.
            let pattern = "%[\(Int64(id) ?? 0),%"
            let count = try connection.count("timetable_threads", "stops LIKE \(pattern)")
            guard count == 0 else {
                return Localized(
                    "Через станцию идут рейсы: \(count). Сначала уберите её из них или скройте станцию.",
                    "Threads stop at the station: \(count). Take it out of them first, or hide the station."
                )
            }
            return try connection.fares(of: "s\(Int64(id) ?? 0)")
        }
    )

    private static let fields: [TimetableField<StationRow>] = [
        .code(\.code), .title(\.title), .titleEn(\.titleEn),
        TimetableField("short_title", Localized("Короткое название", "Short title"), \.shortTitle),
        TimetableField("popular_title", Localized("Народное название", "Popular title"), \.popularTitle),
        .transport { $0.transport = $1 },
        TimetableField(
            "station_type",
            Localized("Вид", "Kind"),
            .choice(StationKind.allCases.map { ResourceChoice($0.name, $0.title) }),
            initial: .string(StationKind.trainStation.name)
        ) { row, value, _ in
            if let kind = value.string.flatMap({ StationKind(name: $0) }) { row.kind = kind }
        },
        .reference(
            "settlement",
            Localized("Код города", "Code of the settlement"),
            to: "timetable_settlements"
        ) { $0.settlement = $1 },
        .reference("region", Localized("Код региона", "Code of the region"), to: "timetable_regions") {
            $0.region = $1
        },
        .reference("country", Localized("Код страны", "Code of the country"), to: "timetable_countries") {
            $0.country = $1 ?? $0.country
        },
        .zone(
            isRequired: false,
            hint: Localized("пусто — как у города", "that of the settlement if empty")
        ) { $0.zone = $1 },
        .place(\.point),
        TimetableField("direction", Localized("Направление", "Direction"), \.direction),
        TimetableField("esr", Localized("Код ЕСР", "ESR code"), lengthMax: 20, \.esr),
        TimetableField("express", Localized("Код «Экспресса»", "Express code"), lengthMax: 20, \.express),
        TimetableField("iata", Localized("Код IATA", "IATA code"), lengthMax: 20, \.iata),
        TimetableField("sirena", Localized("Код «Сирены»", "Sirena code"), lengthMax: 20, \.sirena),
        TimetableField(
            "majority",
            Localized("Важность", "Majority"),
            .number(1...5),
            hint: Localized("1 — главная, 5 — мелкая", "1 is the most important, 5 the least"),
            initial: 3
        ) { row, value, _ in
            if let majority = value.integer { row.majority = UInt8(clamping: majority) }
        },
        TimetableField("is_hidden", Localized("Скрыта от приложения", "Hidden from the app"), .bool) {
            row,
            value,
            _ in
            row.isHidden = value.bool ?? false
        },
    ]
}
