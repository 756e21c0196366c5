import Core
import Storage
import Transit
import Web

/// Fields that several tables have.
extension TimetableField {
    static func title(
        _ path: any WritableKeyPath<Element, String> & Sendable,
        isRequired: Bool = true
    ) -> TimetableField {
        TimetableField("title", Localized("Название", "Title"), .text(lengthMax: 200), isRequired: isRequired)
        {
            row,
            value,
            _ in
            row[keyPath: path] = (value.string ?? "").trimmingSpaces
        }
    }

    static func titleEn(_ path: any WritableKeyPath<Element, String?> & Sendable) -> TimetableField {
        TimetableField("title_en", Localized("Название по-английски", "Title in English"), path)
    }

    /// The number of a new row; the next one if it is not given.
    static func code(_ path: any WritableKeyPath<Element, Int64> & Sendable) -> TimetableField {
        TimetableField(
            "code",
            Localized("Код", "Code"),
            .number(1...Int64(Int32.max)),
            hint: Localized("число; пусто — следующее свободное", "a number; the next free one if empty"),
            isArgument: true
        ) { row, value, _ in
            if let code = value.integer { row[keyPath: path] = code }
        }
    }

    /// A row of another table, by its number.
    static func reference(
        _ name: String,
        _ title: Localized,
        to table: String,
        isRequired: Bool = false,
        hint: Localized? = nil,
        _ set: @escaping @Sendable (inout Element, Int64?) -> Void
    ) -> TimetableField {
        TimetableField(name, title, .number(1...Int64(Int32.max)), isRequired: isRequired, hint: hint) {
            row,
            value,
            connection in
            if let code = value.integer {
                let key = ["timetable_calendars", "timetable_threads"].contains(table) ? "id" : "code"
                let known = try connection.rows(
                    "SELECT 1 AS one FROM \(name: table) WHERE \(name: key) = \(code)"
                )
                guard !known.isEmpty else {
                    throw fault(name, "нет записи с этим кодом", "is no code of a row")
                }
            }
            set(&row, value.integer)
        }
    }

    /// The country in which it is.
    static func country(_ set: @escaping @Sendable (inout Element, Int64?) -> Void) -> TimetableField {
        reference(
            "country",
            Localized("Код страны", "Code of the country"),
            to: "timetable_countries",
            isRequired: true,
            hint: Localized("Россия — 225", "Russia is 225"),
            set
        )
    }

    static func zone(
        isRequired: Bool,
        hint: Localized? = nil,
        _ set: @escaping @Sendable (inout Element, String?) -> Void
    ) -> TimetableField {
        TimetableField(
            "zone",
            Localized("Часовой пояс", "Time zone"),
            .text(lengthMax: 60),
            isRequired: isRequired,
            hint: hint ?? Localized("например, Europe/Moscow", "for example Europe/Moscow")
        ) { row, value, _ in
            let name = value.string.flatMap { $0.isEmpty ? nil : $0 }
            if let name, Zone(name) == nil {
                throw fault("zone", "нет такого часового пояса", "is no time zone")
            }
            set(&row, name)
        }
    }

    /// `59.9386, 30.3141`, or nothing.
    static func place(_ path: any WritableKeyPath<Element, Point?> & Sendable) -> TimetableField {
        TimetableField(
            "place",
            Localized("Широта и долгота", "Latitude and longitude"),
            .text(lengthMax: 60),
            hint: Localized("например, 59.9386, 30.3141", "for example 59.9386, 30.3141")
        ) { row, value, _ in
            let text = (value.string ?? "").trimmingSpaces
            guard !text.isEmpty else {
                row[keyPath: path] = nil
                return
            }
            let numbers = text.split(separator: ",").map { Double($0.trimmed) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                let point = Point(latitude: latitude, longitude: longitude)
            else {
                throw fault(
                    "place",
                    "нужны широта и долгота через запятую",
                    "must be a latitude and a longitude"
                )
            }
            row[keyPath: path] = point
        }
    }

    static func transport(_ set: @escaping @Sendable (inout Element, TransportKind) -> Void) -> TimetableField
    {
        TimetableField(
            "transport_type",
            Localized("Транспорт", "Transport"),
            .choice(TransportKind.allCases.map { ResourceChoice($0.name, $0.title) }),
            isRequired: true,
            initial: .string(TransportKind.train.name)
        ) { row, value, _ in
            if let kind = value.string.flatMap({ TransportKind(name: $0) }) { set(&row, kind) }
        }
    }
}

extension Connection {
    /// A number above every key of a table.
    func nextCode(_ table: String, from first: Int64) throws -> Int64 {
        let rows = try rows("SELECT max(code) AS code FROM \(name: table)")
        let last: Int64? = try rows.first?.get("code")
        return max(first, min(last ?? 0, Int64(Int32.max) - 1) + 1)
    }

    /// The number of rows of a table that meet a condition.
    func count(_ table: String, _ condition: SQL) throws -> Int64 {
        try rows("SELECT count(*) AS count FROM \(name: table) WHERE \(condition)").first?.get("count") ?? 0
    }
}

extension ResourceColumn {
    /// The place of a row as the form takes it.
    static func place(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "place",
            .text,
            Localized("Широта и долгота", "Latitude and longitude"),
            """
            CASE WHEN \(name: table).latitude IS NULL THEN NULL
                ELSE CAST(\(name: table).latitude AS TEXT) || ', ' || CAST(\(name: table).longitude AS TEXT) END
            """,
            place: .page
        )
    }

    static func updated(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "updated_at",
            .moment,
            Localized("Изменено", "Changed"),
            "\(name: table).updated_at",
            place: .page
        )
    }

    static func titleEn(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "title_en",
            .text,
            Localized("По-английски", "In English"),
            "\(name: table).title_en",
            place: .page
        )
    }

    static func country(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "country",
            .number,
            Localized("Код страны", "Code of the country"),
            "\(name: table).country",
            place: .answer
        )
    }

    static func region(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "region",
            .number,
            Localized("Код региона", "Code of the region"),
            "\(name: table).region",
            place: .answer
        )
    }

    static func shortTitle(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "short_title",
            .text,
            Localized("Короткое название", "Short title"),
            "\(name: table).short_title",
            place: .page
        )
    }

    static func popularTitle(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "popular_title",
            .text,
            Localized("Народное название", "Popular title"),
            "\(name: table).popular_title",
            place: .page
        )
    }

    static func transport(_ table: String) -> ResourceColumn {
        ResourceColumn(
            "transport_type",
            .choice(TransportKind.allCases.map { ResourceChoice($0.name, $0.title) }),
            Localized("Транспорт", "Transport"),
            "\(name: table).transport_type"
        )
    }
}

extension ResourceFilter {
    static func transport(_ table: String) -> ResourceFilter {
        ResourceFilter(
            "transport",
            Localized("Транспорт", "Transport"),
            .choice(
                TransportKind.allCases.map {
                    ResourceOption($0.name, $0.title, "\(name: table).transport_type = \($0.name)")
                },
                all: Localized("Любой транспорт", "Any transport")
            )
        )
    }
}
