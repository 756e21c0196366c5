import Core
import Storage
import Transit
import Web

/// Writes the demonstration country, and a key of the app that is shown in the README.
struct TravelDemo: Sendable {
    /// The key of the demonstration; refused in production.
    static let secret = "demo-travel-key"
    /// The calendars reach this many days before and after today.
    private static let reach: (before: Int32, after: Int32) = (30, 365)

    private let services: Services

    init(_ services: Services) {
        self.services = services
    }

    /// Does nothing if there is a station already.
    func add() async throws {
        try await services.live.refresh()
        let carriers = services.live.state[Carriers.type.name]
        let (now, random) = (services.now(), services.random)
        let isProduction = services.settings.isProduction
        let id = Identifier.new(at: now, random: random)
        try await services.database.write { connection in
            guard try connection.rows("SELECT code FROM timetable_stations LIMIT 1").isEmpty else { return }
            let country = DemoCountry()
            try TimetableTables.countries.put(
                country.areas.filter { $0.country == nil },
                at: now,
                on: connection
            )
            try TimetableTables.regions.put(
                country.areas.filter { $0.country != nil },
                at: now,
                on: connection
            )
            try TimetableTables.settlements.put(country.settlements, at: now, on: connection)
            try TimetableTables.stations.put(country.stations, at: now, on: connection)
            var calendars: [DemoThreads.Days: Int64] = [:]
            for days in DemoThreads.Days.allCases {
                calendars[days] = try connection.insert(Self.calendar(days, at: now), at: now)
            }
            let threads = DemoThreads(country).lines.map { line in
                var thread = line.thread
                thread.calendar = calendars[line.days] ?? 0
                thread.carrier = carriers.named(line.carrier)?.id
                return thread
            }
            try TimetableTables.threads.put(threads, at: now, on: connection)
            try Self.addFares(at: now, on: connection)
            if !isProduction {
                try connection.insertTravelKey(
                    id: id,
                    name: "Демо",
                    secret: Self.secret,
                    at: now,
                    by: "Vitrina"
                )
            }
            try connection.raiseTimetable()
        }
        try await services.travel.refresh()
    }

    private static func addFares(at now: Timestamp, on connection: any Connection) throws {
        let fares: [(String, String, String?, Int64)] = [
            ("c2", "c213", "Купе", 352_040), ("c2", "c213", "Плацкарт", 184_050),
            ("c213", "c2", "Купе", 352_040),
            ("s9613061", "s9613181", nil, 8_400),
        ]
        for (origin, destination, title, amount) in fares {
            try connection.send(
                """
                INSERT INTO timetable_fares (origin, destination, title, currency, amount, updated_at)
                VALUES (\(origin), \(destination), \(title), 'RUB', \(amount), \(now))
                """
            )
        }
    }

    private static func calendar(_ days: DemoThreads.Days, at now: Timestamp) -> Calendar {
        let today = Int32(clamping: now.seconds / 86_400)
        let (first, last) = (today - reach.before, today + reach.after)
        let (title, weekdays): (String, UInt8) =
            switch days {
            case .daily: ("Ежедневно", 0b111_1111)
            case .weekdays: ("По будням", 0b001_1111)
            case .weekends: ("По выходным", 0b110_0000)
            case .oddDays: ("Пн, ср, пт", 0b001_0101)
            }
        // The first of the next month is a holiday for the threads of weekdays.
        let holiday = (today...today + 31).first { CivilDate(daysSince1970: Int64($0)).day == 1 }
        let removed = days == .weekdays ? [holiday].compactMap { $0 } : []
        return Calendar(title: title, first: first, last: last, weekdays: weekdays, removed: removed)
    }
}

extension Travel {
    package func addDemo(_ services: Services) async throws { try await TravelDemo(services).add() }
}

extension Connection {
    func insertTravelKey(
        id: String,
        name: String,
        secret: String,
        perMinute: Int64? = nil,
        perDay: Int64? = nil,
        at now: Timestamp,
        by author: String
    ) throws {
        try send(
            """
            INSERT INTO timetable_keys (id, name, prefix, digest, per_minute, per_day, is_disabled, created_at, created_by)
            VALUES (\(id), \(name), \(String(secret.prefix(8))), \(LiveTravelKeys.digest(secret)), \(perMinute),
                \(perDay), \(false), \(now), \(author))
            """
        )
        try raiseTravelKeys()
    }

    /// Says that keys have changed; each write of them ends with this.
    func raiseTravelKeys() throws {
        try signalChange(of: LiveTravelKeys.revisionName)
        notify()
    }
}
