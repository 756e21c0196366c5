import TestSupport

@testable import Transit

/// A small random timetable: few stations, so that rides, changes, midnights and clock changes meet.
struct SmallCountry {
    /// 2026-03-29, when the clocks of Berlin go forward.
    static let clockChange: Int32 = 20_541
    static let days = clockChange - 2...clockChange + 2
    private static let zones = ["Europe/Moscow", "Europe/Berlin", "Asia/Vladivostok"]

    let timetable: Timetable
    var generator: SeededRandom

    init(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var builder = Timetable.Builder()
        builder.addCountry(225, title: "Russia", titleEn: nil)
        let settlements = Int64.random(in: 2...4, using: &generator)
        for code in 1...settlements {
            let zone = Self.zones.randomElement(using: &generator) ?? ""
            builder.add(SettlementRow(code: code, country: 225, title: "Town \(code)", zone: zone))
        }
        let stations = Int64.random(in: settlements...8, using: &generator)
        for code in 1...stations {
            var station = StationRow(
                code: code,
                country: 225,
                settlement: (code - 1) % settlements + 1,
                title: "Station \(code)",
                transport: .train
            )
            station.kind = Bool.random(using: &generator) ? .trainStation : .busStop
            builder.add(station)
        }
        Self.addCalendars(to: &builder, &generator)
        for id in 1...Int64.random(in: 3...14, using: &generator) {
            builder.add(Self.thread(id, stations: stations, &generator))
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            builder.setChangeTime(
                from: .random(in: 1...stations, using: &generator),
                to: .random(in: 1...stations, using: &generator),
                Bool.random(using: &generator) ? nil : .random(in: 0...3_600, using: &generator)
            )
        }
        timetable = builder.build()
        self.generator = generator
    }

    private static func addCalendars(to builder: inout Timetable.Builder, _ generator: inout SeededRandom) {
        for id in 1...Int64(3) {
            let first = clockChange + .random(in: -4...2, using: &generator)
            builder.addCalendar(
                id,
                RunningDays(
                    from: first,
                    to: first + .random(in: 0...6, using: &generator),
                    weekdays: .random(in: 0...127, using: &generator),
                    added: [clockChange + .random(in: -3...3, using: &generator)],
                    removed: [clockChange + .random(in: -3...3, using: &generator)]
                )
            )
        }
    }

    private static func thread(_ id: Int64, stations: Int64, _ generator: inout SeededRandom) -> ThreadRow {
        // From early morning to the evening of the next day.
        var time = Int32.random(in: 0...140_000, using: &generator)
        // Some threads share their stations, so that patterns hold several.
        var path = SeededRandom(seed: id % 5 == 0 ? 7 : UInt64(id))
        let stops = (0..<Int.random(in: 2...5, using: &path)).map { _ in
            let arrival = time
            time += .random(in: 0...1_200, using: &generator)
            let departure = time
            time += .random(in: 60...20_000, using: &generator)
            let boarding: TransitStop.Boarding =
                Int.random(in: 0...5, using: &generator) > 0
                ? .both : TransitStop.Boarding.allCases.randomElement(using: &generator) ?? .both
            return ThreadRow.Stop(
                station: .random(in: 1...stations, using: &path),
                arrival: arrival,
                departure: departure,
                boarding: boarding
            )
        }
        var thread = ThreadRow(
            id: id,
            uid: "thread \(id)",
            transport: Bool.random(using: &generator) ? .train : .suburban,
            calendar: .random(in: 1...3, using: &generator),
            zone: zones.randomElement(using: &generator) ?? "",
            stops: stops
        )
        if Int.random(in: 0...9, using: &generator) == 0 {
            thread.frequency = TransitThread.Frequency(begin: 0, end: 3_600, headway: 600, density: "")
        }
        return thread
    }

    /// A station, or all stations of a settlement.
    mutating func end() -> [Int32] {
        let isSettlement = Bool.random(using: &generator)
        let settlement = Int32.random(in: 0..<Int32(timetable.settlements.count), using: &generator)
        let station = Int32.random(in: 0..<Int32(timetable.stations.count), using: &generator)
        return isSettlement ? Array(timetable.stations(of: settlement)) : [station]
    }

    mutating func day() -> Int32 { .random(in: Self.days, using: &generator) }
}
