import Core
import FoundationEssentials
import Storage
import Transit

/// A table of the timetable whose rows are written many at a time, replacing those with the same key.
struct TimetableTable<Element: Sendable>: Sendable {
    let name: String
    /// The column that is unique among the rows.
    let key: String
    /// The column by which an address names a row; `key` if nil.
    var number: String?
    let columns: [(name: String, value: @Sendable (Element) -> any Storable)]

    /// Adds a row; answers how an address names it, nil if there is one with the same key.
    func insert(_ row: Element, at now: Timestamp, on connection: any Connection) throws -> String? {
        let list = (columns.map { $0.name } + ["updated_at"]).map { "\(name: $0)" as SQL }.joined(
            separator: ", "
        )
        let values = columns.map { "\($0.value(row).value)" as SQL } + ["\(now)"]
        let rows = try connection.rows(
            """
            INSERT INTO \(name: name) (\(list)) VALUES (\(values.joined(separator: ", ")))
            ON CONFLICT (\(name: key)) DO NOTHING RETURNING CAST(\(name: number ?? key) AS TEXT) AS key
            """
        )
        return try rows.first?.get("key")
    }

    /// Replaces every column of the row that `condition` finds.
    func update(_ row: Element, where condition: SQL, at now: Timestamp, on connection: any Connection) throws
    {
        let changes =
            columns.map { "\(name: $0.name) = \($0.value(row).value)" as SQL } + ["updated_at = \(now)"]
        try connection.send(
            "UPDATE \(name: name) SET \(changes.joined(separator: ", ")) WHERE \(condition)"
        )
    }

    /// The columns of a row that differ from those of another one, or all that it has.
    func differences(_ row: Element, from other: Element? = nil) -> [String: JSON] {
        var differences: [String: JSON] = [:]
        for column in columns {
            let value = column.value(row).value
            if value != other.map({ column.value($0).value }) ?? .null {
                differences[column.name] = value.json
            }
        }
        return differences
    }

    /// Writes rows; `columns` of those that are there already are replaced, without `keeping`.
    func put(
        _ rows: [Element],
        at now: Timestamp,
        keeping: Set<String> = [],
        on connection: any Connection
    ) throws {
        try connection.put(
            rows.map { row in columns.map { $0.value(row).value } + [now.value] },
            into: name,
            columns.map { $0.name } + ["updated_at"],
            keys: [key],
            keeping: keeping
        )
    }
}

/// A country or a region as a row has it.
struct AreaRow: Sendable {
    var code: Int64
    /// The country of a region; nil for a country.
    var country: Int64?
    var title: String
    var titleEn: String?

    static func country(_ row: Row) throws -> AreaRow {
        AreaRow(code: try row.get("code"), title: try row.get("title"), titleEn: try row.get("title_en"))
    }

    static func region(_ row: Row) throws -> AreaRow {
        var region = try country(row)
        region.country = try row.get("country", as: Int64.self)
        return region
    }
}

enum TimetableTables {
    static let countries = TimetableTable<AreaRow>(
        name: "timetable_countries",
        key: "code",
        columns: [("code", { $0.code }), ("title", { $0.title }), ("title_en", { $0.titleEn })]
    )

    static let regions = TimetableTable<AreaRow>(
        name: "timetable_regions",
        key: "code",
        columns: [
            ("code", { $0.code }), ("country", { $0.country }), ("title", { $0.title }),
            ("title_en", { $0.titleEn }),
        ]
    )

    static let settlements = TimetableTable<SettlementRow>(
        name: "timetable_settlements",
        key: "code",
        columns: [
            ("code", { $0.code }), ("country", { $0.country }), ("region", { $0.region }),
            ("title", { $0.title }), ("title_en", { $0.titleEn }), ("short_title", { $0.shortTitle }),
            ("popular_title", { $0.popularTitle }), ("latitude", { $0.point?.latitude }),
            ("longitude", { $0.point?.longitude }), ("zone", { $0.zone }),
        ]
    )

    static let stations = TimetableTable<StationRow>(
        name: "timetable_stations",
        key: "code",
        columns: [
            ("code", { $0.code }), ("country", { $0.country }), ("region", { $0.region }),
            ("settlement", { $0.settlement }), ("title", { $0.title }), ("title_en", { $0.titleEn }),
            ("short_title", { $0.shortTitle }), ("popular_title", { $0.popularTitle }),
            ("station_type", { $0.kind.name }), ("transport_type", { $0.transport.name }),
            ("direction", { $0.direction }), ("latitude", { $0.point?.latitude }),
            ("longitude", { $0.point?.longitude }), ("zone", { $0.zone }), ("esr", { $0.esr }),
            ("express", { $0.express }), ("iata", { $0.iata }), ("sirena", { $0.sirena }),
            ("majority", { Int64($0.majority) }), ("is_hidden", { $0.isHidden }),
        ]
    )

    static let calendars = TimetableTable<CalendarRow>(
        name: "timetable_calendars",
        key: "id",
        columns: [
            ("title", { $0.calendar.title }), ("starts_on", { $0.calendar.first.day }),
            ("ends_on", { $0.calendar.last.day }), ("weekdays", { Int64($0.calendar.weekdays) }),
            ("added", { Calendar.text($0.calendar.added) }),
            ("removed", { Calendar.text($0.calendar.removed) }),
        ]
    )

    static let fares = TimetableTable<FareRow>(
        name: "timetable_fares",
        key: "id",
        columns: [
            ("thread", { $0.thread }), ("origin", { $0.origin }), ("destination", { $0.destination }),
            ("title", { $0.title }), ("currency", { $0.currency }), ("amount", { $0.amount }),
        ]
    )

    static let changeTimes = TimetableTable<ChangeTimeRow>(
        name: "timetable_transfers",
        key: "id",
        columns: [
            ("origin", { $0.origin }), ("destination", { $0.destination }), ("seconds", { $0.seconds }),
        ]
    )

    /// `calendar` of a row is the id of its calendar.
    static let threads = TimetableTable<ThreadRow>(
        name: "timetable_threads",
        key: "uid",
        number: "id",
        columns: [
            ("uid", { $0.uid }), ("number", { $0.number }), ("title", { $0.title }),
            ("title_en", { $0.titleEn }), ("short_title", { $0.shortTitle }),
            ("transport_type", { $0.transport.name }), ("subtype", { $0.subtype }),
            ("vehicle", { $0.vehicle }), ("express_type", { $0.expressType }), ("stopping", { $0.stopping }),
            ("carrier", { $0.carrier }), ("calendar", { $0.calendar }), ("zone", { $0.zone }),
            ("frequency", { $0.frequency?.text }), ("is_fuzzy", { $0.isFuzzy }),
            ("stops", { ThreadStops.text($0.stops) }),
        ]
    )
}

extension Connection {
    /// The id of a calendar with these days, which is made if there is none.
    func calendarID(_ calendar: Calendar, at now: Timestamp) throws -> Int64 {
        let (added, removed) = (Calendar.text(calendar.added), Calendar.text(calendar.removed))
        let known = try rows(
            """
            SELECT id FROM timetable_calendars WHERE starts_on = \(calendar.first.day)
                AND ends_on = \(calendar.last.day) AND weekdays = \(Int64(calendar.weekdays))
                AND added = \(added) AND removed = \(removed) AND title = \(calendar.title) LIMIT 1
            """
        )
        if let id: Int64 = try known.first?.get("id") { return id }
        return try insert(calendar, at: now)
    }

    func insert(_ calendar: Calendar, at now: Timestamp) throws -> Int64 {
        var row = CalendarRow()
        row.calendar = calendar
        let key = try TimetableTables.calendars.insert(row, at: now, on: self)
        guard let id = key.flatMap({ Int64($0) }) else {
            throw StorageError.other("timetable_calendars has not answered")
        }
        return id
    }
}

extension Value {
    /// For the audit.
    fileprivate var json: JSON {
        switch self {
        case .null, .bytes: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): Decimal(string: number.description).map { .decimal($0) } ?? .null
        case .text(let text): .string(text)
        case .timestamp(let time): .string(time.description)
        }
    }
}
