import Core
import Glibc
import Storage
import Transit

/// A plausible country for the demonstration, the same each time: towns on a grid of railways, with buses, ships and planes.
///
/// Some of its rows are those that the demo calls of the contract ask for (timetable.md, section 5).
struct DemoCountry: Sendable {
    /// A town of the country.
    struct Town: Sendable {
        let code: Int64
        let title: String
        let titleEn: String
        let point: Point
        let region: Int64
        let zone: String
        let isCity: Bool
    }

    static let country: Int64 = 225
    private static let rows = 12
    private static let columns = 40
    /// Bus stops of a town and of a city.
    private static let stops = (town: 40, city: 200)

    private(set) var areas: [AreaRow] = []
    private(set) var settlements: [SettlementRow] = []
    private(set) var stations: [StationRow] = []
    private(set) var towns: [Town] = []

    init() {
        addTowns()
        addStations()
        addContractPlaces()
    }

    // MARK: Towns

    private mutating func addTowns() {
        areas = [AreaRow(code: Self.country, title: "Россия", titleEn: "Russia")]
        for (index, region) in Self.regions.enumerated() {
            areas.append(
                AreaRow(
                    code: Int64(10_001 + index),
                    country: Self.country,
                    title: region.0,
                    titleEn: region.1
                )
            )
        }
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let index = row * Self.columns + column
                let region = column * Self.regions.count / Self.columns
                let name = (Self.prefixes[index * 7 % 20], Self.roots[(index / 20 + index * 5) % 24])
                guard let point = Self.point(row, column) else { continue }
                towns.append(
                    Town(
                        code: Int64(20_000 + index),
                        title: name.0.0 + name.1.0,
                        titleEn: name.0.1 + name.1.1,
                        point: point,
                        region: Int64(10_001 + region),
                        zone: Self.regions[region].2,
                        isCity: row % 4 == 2 && column % 5 == 2
                    )
                )
            }
        }
        settlements = towns.map { town in
            var settlement = SettlementRow(
                code: town.code,
                country: Self.country,
                region: town.region,
                title: town.title,
                zone: town.zone
            )
            (settlement.titleEn, settlement.point) = (town.titleEn, town.point)
            return settlement
        }
    }

    /// A place near that of the grid, which is bent as the country is.
    private static func point(_ row: Int, _ column: Int) -> Point? {
        let index = row * columns + column
        let (north, east) = (Double(index * 37 % 23 - 11) * 0.025, Double(index * 53 % 29 - 14) * 0.06)
        return Point(
            latitude: 50.5 + Double(row) * 0.9 + 3 * sin(Double(column) * 0.2) + north,
            longitude: 21.5 + Double(column) * 2.8 + east
        )
    }

    /// The town at a place of the grid; nil outside.
    func town(_ row: Int, _ column: Int) -> Town? {
        guard 0..<Self.rows ~= row, 0..<Self.columns ~= column else { return nil }
        return towns[row * Self.columns + column]
    }

    static var size: (rows: Int, columns: Int) { (rows, columns) }

    // MARK: Stations

    /// The codes of what a town has.
    static func train(_ town: Town) -> Int64 { 9_700_000 + town.code }
    static func bus(_ town: Town) -> Int64 { 9_800_000 + town.code }
    static func airport(_ town: Town) -> Int64 { 9_600_000 + town.code }
    static func pier(_ town: Town) -> Int64 { 9_900_000 + town.code }
    static func heliport(_ town: Town) -> Int64 { 9_500_000 + town.code }
    static func harbour(_ town: Town) -> Int64 { 9_400_000 + town.code }
    static func stop(_ town: Town, _ number: Int) -> Int64 { 30_000_000 + town.code * 100 + Int64(number) }

    static func stops(_ town: Town) -> Int { town.isCity ? stops.city : stops.town }

    /// The heliports, in the mountains and the taiga.
    static let heliportPlaces = [22, 32].map { column in
        stride(from: 1, to: rows, by: 2).map { (row: $0, column: column) }
    }
    /// The towns on the two seas, in the west and the east.
    static let harbourPlaces = [0, columns - 1].map { column in
        stride(from: 0, to: rows, by: 3).map { (row: $0, column: column) }
    }

    private mutating func addStations() {
        for town in towns {
            add(Self.train(town), town, ("", ""), .train, .trainStation, majority: town.isCity ? 1 : 3)
            add(Self.bus(town), town, ("автовокзал", "bus station"), .bus, .busStation, majority: 3)
            if town.isCity {
                add(Self.airport(town), town, ("аэропорт", "airport"), .plane, .airport, majority: 2)
                add(Self.pier(town), town, ("речной вокзал", "river port"), .water, .riverPort, majority: 4)
            }
            for number in 0..<Self.stops(town) {
                let street = Self.streets[number % Self.streets.count]
                let part = number / Self.streets.count + 1
                let title = part == 1 ? street : ("\(street.0), \(part)", "\(street.1), \(part)")
                add(Self.stop(town, number), town, title, .bus, .busStop, majority: 5)
            }
        }
        for place in Self.heliportPlaces.joined() {
            guard let town = town(place.row, place.column) else { continue }
            let title = ("вертолётная площадка", "heliport")
            add(Self.heliport(town), town, title, .helicopter, .airport, majority: 4)
        }
        for place in Self.harbourPlaces.joined() {
            guard let town = town(place.row, place.column) else { continue }
            add(Self.harbour(town), town, ("морской вокзал", "sea port"), .sea, .marineStation, majority: 2)
        }
    }

    /// The title of a bus stop is its own, those of other stations begin with the town's.
    private mutating func add(
        _ code: Int64,
        _ town: Town,
        _ title: (ru: String, en: String),
        _ transport: TransportKind,
        _ kind: StationKind,
        majority: UInt8
    ) {
        func whole(_ town: String, _ title: String) -> String {
            kind == .busStop ? title : title.isEmpty ? town : "\(town), \(title)"
        }
        var station = StationRow(
            code: code,
            country: Self.country,
            settlement: town.code,
            title: whole(town.title, title.ru),
            transport: transport
        )
        station.region = town.region
        station.titleEn = whole(town.titleEn, title.en)
        (station.kind, station.majority) = (kind, majority)
        let (north, east) = (Double(code * 13 % 41 - 20) * 0.0015, Double(code * 29 % 43 - 21) * 0.002)
        station.point = Point(latitude: town.point.latitude + north, longitude: town.point.longitude + east)
        if kind == .trainStation {
            station.esr = String(100_000 + town.code)
            station.express = String(2_000_000 + town.code)
        }
        if transport == .plane { station.iata = Self.letters(town.code) }
        stations.append(station)
    }

    /// Three letters of a number.
    private static func letters(_ code: Int64) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return String([code / 676 % 26, code / 26 % 26, code % 26].map { letters[Int($0)] })
    }

    // MARK: What the contract asks for

    private mutating func addContractPlaces() {
        areas.append(
            AreaRow(code: 10_174, country: Self.country, title: "Санкт-Петербург и область", titleEn: nil)
        )
        areas.append(AreaRow(code: 10_672, country: Self.country, title: "Воронежская область", titleEn: nil))
        let places: [(Int64, String, String, Int64, Double, Double)] = [
            (2, "Санкт-Петербург", "Saint Petersburg", 10_174, 59.938951, 30.315635),
            (21_152, "Митрофановка", "Mitrofanovka", 10_672, 50.02, 39.95),
            (213, "Москва", "Moscow", 10_003, 55.755814, 37.617635),
            (10_883, "Пушкин", "Pushkin", 10_174, 59.714, 30.396),
        ]
        for (code, title, english, region, latitude, longitude) in places {
            var row = SettlementRow(
                code: code,
                country: Self.country,
                region: region,
                title: title,
                zone: "Europe/Moscow"
            )
            (row.titleEn, row.point) = (english, Point(latitude: latitude, longitude: longitude))
            settlements.append(row)
        }
        let stations: [(Int64, Int64, String, TransportKind, StationKind, Double, Double)] = [
            (9_602_497, 2, "Санкт-Петербург (Витебский вокзал)", .train, .trainStation, 59.920, 30.3289),
            (9_602_494, 2, "Санкт-Петербург (Московский вокзал)", .train, .trainStation, 59.9297, 30.3622),
            (9_602_499, 2, "Броневая", .suburban, .platform, 59.8642, 30.3190),
            (9_613_602, 10_883, "Царское Село", .suburban, .station, 59.7250, 30.4180),
            (2_006_004, 213, "Москва (Ленинградский вокзал)", .train, .trainStation, 55.7763, 37.6553),
            (9_613_061, 21_152, "Митрофановка", .suburban, .trainStation, 50.0205, 39.951),
            (9_613_062, 21_152, "Сохрановка", .suburban, .station, 49.83, 39.99),
            (9_613_181, 21_152, "Кантемировка", .suburban, .station, 49.70, 39.86),
        ]
        for (code, settlement, title, transport, kind, latitude, longitude) in stations {
            var row = StationRow(
                code: code,
                country: Self.country,
                settlement: settlement,
                title: title,
                transport: transport
            )
            row.region = settlements.first { $0.code == settlement }?.region
            (row.kind, row.point, row.majority) = (kind, Point(latitude: latitude, longitude: longitude), 2)
            (row.esr, row.direction) = (String(30_000 + code % 10_000), "Витебское")
            self.stations.append(row)
        }
    }
}
