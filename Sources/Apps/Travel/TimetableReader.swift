import Core
import Storage
import Transit

/// Reads the timetable from its tables, some thousand rows at a time.
struct TimetableReader {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The timetable, with the calendars in the order of its own.
    func read() throws -> (timetable: Timetable, calendars: [Calendar]) {
        var builder = Timetable.Builder()
        var calendars: [Calendar] = []
        for row in try connection.rows("SELECT * FROM timetable_countries ORDER BY code") {
            builder.addCountry(
                try row.get("code"),
                title: try row.get("title"),
                titleEn: try row.get("title_en")
            )
        }
        for row in try connection.rows("SELECT * FROM timetable_regions ORDER BY code") {
            builder.addRegion(
                try row.get("code"),
                country: try row.get("country"),
                title: try row.get("title"),
                titleEn: try row.get("title_en")
            )
        }
        try connection.each("timetable_settlements", "code") { builder.add(try SettlementRow($0)) }
        try connection.each("timetable_stations", "code") { builder.add(try StationRow($0)) }
        try connection.each("timetable_calendars", "id") { row in
            let calendar = try Calendar(row)
            calendars.append(calendar)
            builder.addCalendar(try row.get("id"), calendar.runningDays)
        }
        try connection.each("timetable_threads", "id") { builder.add(try ThreadRow($0)) }
        try connection.each("timetable_transfers", "id") { row in
            let seconds: Int64? = try row.get("seconds")
            builder.setChangeTime(
                from: try row.get("origin"),
                to: try row.get("destination"),
                seconds.map { Int32(clamping: $0) }
            )
        }
        try connection.each("timetable_fares", "id") { row in
            builder.add(
                Fares.Fare(
                    title: try row.get("title"),
                    currency: try row.get("currency"),
                    amount: try row.get("amount")
                ),
                thread: try row.get("thread"),
                from: try row.get("origin"),
                to: try row.get("destination")
            )
        }
        return (builder.build(), calendars)
    }
}

extension Connection {
    /// Runs through a table by its key, which is a whole number, some thousand rows at a time.
    func each(_ table: String, _ key: String, _ body: (Row) throws -> Void) throws {
        let batch: Int64 = 5_000
        var last = Int64.min
        while true {
            let rows = try rows(
                """
                SELECT * FROM \(name: table) WHERE \(name: key) > \(last) ORDER BY \(name: key) LIMIT \(batch)
                """
            )
            for row in rows { try body(row) }
            guard let end = rows.last, rows.count == Int(batch) else { return }
            last = try end.get(key)
        }
    }
}

extension Point {
    /// The columns of a place; nil if it is not known.
    fileprivate init?(_ row: Row) throws {
        let (latitude, longitude): (Double?, Double?) = (try row.get("latitude"), try row.get("longitude"))
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension SettlementRow {
    init(_ row: Row) throws {
        self.init(
            code: try row.get("code"),
            country: try row.get("country"),
            region: try row.get("region"),
            title: try row.get("title"),
            zone: try row.get("zone")
        )
        titleEn = try row.get("title_en")
        shortTitle = try row.get("short_title")
        popularTitle = try row.get("popular_title")
        point = try Point(row)
    }
}

extension StationRow {
    init(_ row: Row) throws {
        self.init(
            code: try row.get("code"),
            country: try row.get("country"),
            settlement: try row.get("settlement"),
            title: try row.get("title"),
            transport: TransportKind(name: try row.get("transport_type", as: String.self)) ?? .train,
            zone: try row.get("zone")
        )
        region = try row.get("region")
        titleEn = try row.get("title_en")
        shortTitle = try row.get("short_title")
        popularTitle = try row.get("popular_title")
        direction = try row.get("direction")
        (esr, express) = (try row.get("esr"), try row.get("express"))
        (iata, sirena) = (try row.get("iata"), try row.get("sirena"))
        point = try Point(row)
        kind = StationKind(name: try row.get("station_type", as: String.self)) ?? .unspecified
        majority = UInt8(clamping: try row.get("majority", as: Int64.self))
        isHidden = try row.get("is_hidden")
    }
}

extension ThreadRow {
    init(_ row: Row) throws {
        self.init(
            id: try row.get("id"),
            uid: try row.get("uid"),
            transport: TransportKind(name: try row.get("transport_type", as: String.self)) ?? .train,
            calendar: try row.get("calendar"),
            zone: try row.get("zone"),
            stops: ThreadStops.parse(try row.get("stops", as: String.self))
        )
        (number, title, titleEn) = (try row.get("number"), try row.get("title"), try row.get("title_en"))
        shortTitle = try row.get("short_title")
        (subtype, vehicle) = (try row.get("subtype"), try row.get("vehicle"))
        (expressType, stopping) = (try row.get("express_type"), try row.get("stopping"))
        carrier = try row.get("carrier")
        frequency = try row.get("frequency", as: String?.self).flatMap { TransitThread.Frequency($0) }
        isFuzzy = try row.get("is_fuzzy")
    }
}
