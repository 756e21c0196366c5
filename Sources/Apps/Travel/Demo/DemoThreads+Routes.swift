import Transit

/// Town buses, and what flies and sails only in some parts of the country.
extension DemoThreads {
    /// The stops of a town bus; two lines share some.
    private static let townBusStops = (count: 24, step: 20)

    /// Buses that run every so often, several lines for each town, so that each stop has one.
    mutating func addTownBuses() {
        for town in country.towns {
            let lineCount = DemoCountry.stops(town) / Self.townBusStops.step
            for number in 1...max(1, lineCount) { addTownBus(town, number) }
        }
    }

    private mutating func addTownBus(_ town: DemoCountry.Town, _ number: Int) {
        let (all, first) = (DemoCountry.stops(town), (number - 1) * Self.townBusStops.step)
        let count = min(Self.townBusStops.count, all)
        let stops = (0..<count).map { position in
            ThreadRow.Stop(
                station: DemoCountry.stop(town, (first + position) % all),
                arrival: position == 0 ? nil : Int32(position) * 150,
                departure: position + 1 == count ? nil : Int32(position) * 150 + 30
            )
        }
        var thread = ThreadRow(
            id: 0,
            uid: "town_\(town.code)_\(number)",
            transport: .bus,
            calendar: 0,
            zone: town.zone,
            stops: stops
        )
        (thread.number, thread.title, thread.titleEn) = (
            "\(number)", "\(town.title), по городу", "\(town.titleEn), town bus"
        )
        thread.frequency = TransitThread.Frequency(
            begin: 6 * Self.hour,
            end: 22 * Self.hour,
            headway: 900,
            density: "автобус раз в 15–20 минут"
        )
        lines.append(Line(thread: thread, days: .daily, carrier: "201"))
    }

    /// Helicopters and ships of the sea from each of their towns to the next, and back.
    mutating func addCrossings() {
        for places in DemoCountry.heliportPlaces {
            addCrossings(
                places,
                .helicopter,
                at: DemoCountry.heliport,
                vehicle: "Ми-8",
                secondsPerKilometre: 16
            )
        }
        for places in DemoCountry.harbourPlaces {
            addCrossings(places, .sea, at: DemoCountry.harbour, vehicle: "Паром", secondsPerKilometre: 120)
        }
    }

    private mutating func addCrossings(
        _ places: [(row: Int, column: Int)],
        _ transport: TransportKind,
        at station: (DemoCountry.Town) -> Int64,
        vehicle: String,
        secondsPerKilometre: Double
    ) {
        let towns = places.compactMap { country.town($0.row, $0.column) }
        for (index, pair) in zip(towns, towns.dropFirst()).enumerated() {
            for (from, to) in [pair, (pair.1, pair.0)] {
                let start = 8 * Self.hour + Int32(index) * 30 * Self.minute
                let seconds = Int32(from.point.distance(to: to.point) * secondsPerKilometre)
                let duration = 10 * Self.minute + seconds / Self.minute * Self.minute
                var thread = ThreadRow(
                    id: 0,
                    uid: "\(transport.name)_\(from.code)_\(to.code)",
                    transport: transport,
                    calendar: 0,
                    zone: from.zone,
                    stops: [
                        ThreadRow.Stop(station: station(from), arrival: nil, departure: start),
                        ThreadRow.Stop(station: station(to), arrival: start + duration, departure: nil),
                    ]
                )
                (thread.title, thread.titleEn) = (
                    "\(from.title) — \(to.title)", "\(from.titleEn) — \(to.titleEn)"
                )
                (thread.number, thread.vehicle) = ("\(index + 1)", vehicle)
                let carrier = transport == .sea ? "305" : "707"
                lines.append(Line(thread: thread, days: index % 2 == 0 ? .daily : .oddDays, carrier: carrier))
            }
        }
    }
}
