import Core
import Transit

/// The threads of the demonstration country: along its railways, roads, rivers and in the air.
struct DemoThreads: Sendable {
    /// A thread, and the days on which it runs.
    struct Line: Sendable {
        var thread: ThreadRow
        let days: Days
        /// The code of its carrier.
        let carrier: String
    }

    enum Days: Int, CaseIterable, Sendable { case daily, weekdays, weekends, oddDays }

    static let minute: Int32 = 60
    static let hour: Int32 = 3_600

    static let suburban =
        (["code": "suburban", "title": "Пригородный поезд", "color": "#CC6600"] as JSON).text

    let country: DemoCountry
    var lines: [Line] = []

    init(_ country: DemoCountry) {
        self.country = country
        addTrains()
        addSuburbs()
        addLocalTrains()
        addBuses()
        addTownBuses()
        addFlights()
        addShips()
        addCrossings()
        addContractThreads()
    }

    // MARK: Railways

    /// Long-distance trains along each row, which stop in every third town, and across the country in columns.
    private mutating func addTrains() {
        let size = DemoCountry.size
        for row in stride(from: 2, to: size.rows, by: 4) {
            for number in 0..<8 {
                let columns = stride(from: number % 5, to: size.columns, by: 2 + number % 3)
                let towns = columns.compactMap { country.town(row, $0) }
                addBoth(
                    towns,
                    .train,
                    number: 100 + row * 10 + number,
                    start: Int32(number) * 10_300,
                    carrier: "112"
                )
            }
        }
        for column in stride(from: 2, to: size.columns, by: 5) {
            for number in 0..<4 {
                let towns = (0..<size.rows).compactMap { country.town($0, column) }
                addBoth(
                    towns,
                    .train,
                    number: 500 + column * 4 + number,
                    start: Int32(number) * 21_000,
                    carrier: "112"
                )
            }
        }
    }

    /// Suburban trains around each city.
    private mutating func addSuburbs() {
        let size = DemoCountry.size
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let city = country.town(row, column), city.isCity else { continue }
                let west = (0...2).compactMap { country.town(row, column - 2 + $0) }
                let east = (0...2).compactMap { country.town(row, column + $0) }
                for number in 0..<10 {
                    let towns = number % 2 == 0 ? west : east
                    let start = 5 * Self.hour + Int32(number) * 6_000
                    let id = 6_000 + (row * size.columns + column) * 10 + number
                    addBoth(towns, .suburban, number: id, start: start, carrier: "153")
                }
            }
        }
    }

    /// Trains that stop in every town, from one end of a part of a row to the other.
    private mutating func addLocalTrains() {
        let (size, length) = (DemoCountry.size, 5)
        for row in 0..<size.rows {
            for part in 0..<size.columns / length {
                let towns = (part * length...(part + 1) * length).compactMap { country.town(row, $0) }
                for number in 0..<3 {
                    let start = 5 * Self.hour + Int32(number) * 21_600 + Int32(part) * 420
                    let id = 11_000 + (row * 10 + part) * 4 + number
                    addBoth(towns, .suburban, number: id, start: start, carrier: "153")
                }
            }
        }
    }

    /// A thread there and one back.
    private mutating func addBoth(
        _ towns: [DemoCountry.Town],
        _ transport: TransportKind,
        number: Int,
        start: Int32,
        carrier: String
    ) {
        guard towns.count > 1, let zone = towns.first?.zone else { return }
        for (index, path) in [towns, towns.reversed()].enumerated() {
            var time = start
            let stops = path.enumerated().map { position, town -> ThreadRow.Stop in
                let arrival = time
                time += town.isCity ? 20 * Self.minute : 3 * Self.minute
                let departure = position == 0 ? arrival : time
                if position + 1 < path.count {
                    let kilometres = town.point.distance(to: path[position + 1].point)
                    time = departure + Int32(kilometres * 48) / Self.minute * Self.minute
                }
                return ThreadRow.Stop(
                    station: DemoCountry.train(town),
                    arrival: position == 0 ? nil : arrival,
                    departure: position + 1 == path.count ? nil : departure,
                    platform: town.isCity ? "\(number % 6 + 1)" : nil
                )
            }
            let ends = (from: path[0], to: path[path.count - 1])
            var thread = ThreadRow(
                id: 0,
                uid: "\(number)_\(index)_\(ends.from.code)_g26_4",
                transport: transport,
                calendar: 0,
                zone: zone,
                stops: stops
            )
            thread.number = transport == .train ? "\(number)\(index == 0 ? "А" : "Б")" : "\(number + index)"
            (thread.title, thread.titleEn) = (
                "\(ends.from.title) — \(ends.to.title)", "\(ends.from.titleEn) — \(ends.to.titleEn)"
            )
            if transport == .suburban { thread.stopping = "везде" }
            let days = Days.allCases[number % 7 < 4 ? 0 : number % 4]
            lines.append(Line(thread: thread, days: days, carrier: carrier))
        }
    }

    // MARK: Roads

    /// Buses between neighbours.
    private mutating func addBuses() {
        let size = DemoCountry.size
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let town = country.town(row, column) else { continue }
                for (index, other) in [country.town(row, column + 1), country.town(row + 1, column)]
                    .enumerated()
                {
                    guard let other else { continue }
                    for number in 0..<3 { addBus(town, other, index * 3 + number) }
                }
            }
        }
    }

    private mutating func addBus(_ from: DemoCountry.Town, _ to: DemoCountry.Town, _ number: Int) {
        let kilometres = from.point.distance(to: to.point)
        let start = 6 * Self.hour + Int32(number) * 9_900
        let stops = [
            ThreadRow.Stop(
                station: DemoCountry.bus(from),
                arrival: nil,
                departure: start,
                platform: "\(number % 4 + 1)"
            ),
            ThreadRow.Stop(station: DemoCountry.stop(from, 1), arrival: start + 600, departure: start + 660),
            ThreadRow.Stop(
                station: DemoCountry.bus(to),
                arrival: start + 900 + Int32(kilometres * 65),
                departure: nil
            ),
        ]
        var thread = ThreadRow(
            id: 0,
            uid: "empty_\(number)_f\(from.code)t\(to.code)_201",
            transport: .bus,
            calendar: 0,
            zone: from.zone,
            stops: stops
        )
        (thread.number, thread.vehicle) = ("\(300 + number)", number % 2 == 0 ? "ЛиАЗ-5250" : nil)
        (thread.title, thread.titleEn) = ("\(from.title) — \(to.title)", "\(from.titleEn) — \(to.titleEn)")
        lines.append(Line(thread: thread, days: number == 2 ? .weekends : .daily, carrier: "201"))
    }

    // MARK: Air and water

    private mutating func addFlights() {
        let cities = country.towns.filter(\.isCity)
        for (index, city) in cities.enumerated() {
            for step in [1, 5, 9] {
                let other = cities[(index + step) % cities.count]
                let flight = (number: index * 10 + step, airport: DemoCountry.airport)
                let start = 7 * Self.hour + Int32((index * 37 + step * 91) % 780) * Self.minute
                let duration = 30 * Self.minute + Int32(city.point.distance(to: other.point) * 4.5)
                let isNorth = flight.number % 2 == 0
                var thread = ThreadRow(
                    id: 0,
                    uid: "\(isNorth ? "N7" : "WD")-\(flight.number)_f\(city.code)t\(other.code)",
                    transport: .plane,
                    calendar: 0,
                    zone: city.zone,
                    stops: [
                        ThreadRow.Stop(
                            station: flight.airport(city),
                            arrival: nil,
                            departure: start,
                            terminal: "A"
                        ),
                        ThreadRow.Stop(
                            station: flight.airport(other),
                            arrival: start + duration,
                            departure: nil,
                            terminal: flight.number % 3 == 0 ? "B" : nil
                        ),
                    ]
                )
                thread.number = "\(isNorth ? "N7" : "WD") \(flight.number)"
                (thread.title, thread.titleEn) = (
                    "\(city.title) — \(other.title)", "\(city.titleEn) — \(other.titleEn)"
                )
                thread.vehicle = isNorth ? "Airbus A320" : "Sukhoi Superjet 100"
                let days = Days.allCases[flight.number % 4]
                lines.append(Line(thread: thread, days: days, carrier: isNorth ? "680" : "707"))
            }
        }
    }

    private mutating func addShips() {
        let cities = country.towns.filter(\.isCity)
        for (from, to) in zip(cities, cities.dropFirst()) {
            let duration = Int32(from.point.distance(to: to.point) * 110)
            let start = 9 * Self.hour
            var thread = ThreadRow(
                id: 0,
                uid: "river_\(from.code)_\(to.code)",
                transport: .water,
                calendar: 0,
                zone: from.zone,
                stops: [
                    ThreadRow.Stop(station: DemoCountry.pier(from), arrival: nil, departure: start),
                    ThreadRow.Stop(station: DemoCountry.pier(to), arrival: start + duration, departure: nil),
                ]
            )
            (thread.title, thread.titleEn) = (
                "\(from.title) — \(to.title)", "\(from.titleEn) — \(to.titleEn)"
            )
            (thread.number, thread.vehicle, thread.isFuzzy) = ("", "Метеор", true)
            lines.append(Line(thread: thread, days: .weekends, carrier: "305"))
        }
    }
}
