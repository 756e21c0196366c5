import Core
import Storage
import Transit
import Web

/// Searches of rides and journeys, as the app is answered.
extension TimetableLookup {
    /// A ride or a journey in one line.
    struct RideLine: Sendable {
        let departure: String
        let arrival: String
        let minutes: Int64
        let from: String
        let to: String
        /// The rides, with a change between two of them.
        let legs: [Leg]
        /// The stations of the changes.
        let changes: [String]
        /// The sum of the lowest prices; nil if one is not known, or the currencies differ.
        let price: Price?
    }

    /// One ride of a journey.
    struct Leg: Sendable {
        let departure: String
        let arrival: String
        let from: String
        let to: String
        let number: String
        let title: String
        /// The row of the thread.
        let thread: Int64
        let transport: TransportKind
        let carrier: String
        let platform: String
        /// The wait after the ride before; 0 for the first.
        let waitMinutes: Int64
        let price: Price?
    }

    struct Price: Sendable, Hashable {
        /// In hundredths.
        let amount: Int64
        let currency: String

        /// `1250.00 RUB`.
        var text: String { "\(amount / 100).\(TravelWriter.padded(amount % 100)) \(currency)" }
    }

    /// A thread between two places that runs every so often.
    struct IntervalLine: Sendable {
        let number: String
        let title: String
        let thread: Int64
        let density: String
        let from: String
        let to: String
    }

    /// Why a search has found nothing.
    enum NoRides: Sendable, Hashable {
        /// The two places have a station in common.
        case samePlace
        case noStations(TravelPlace)
        /// Other kinds of transport run on the day.
        case otherTransports
        /// There are journeys with changes on the day.
        case onlyChanges
        /// The next day on which there is a ride without a change, or the last one if there is none to come.
        case otherDay(Int32)
        case never
    }

    /// Two places, a day, and which rides are meant; no kinds of transport stand for all.
    struct RideQuery: Sendable {
        let from: TravelPlace
        let to: TravelPlace
        let day: Int32
        var transfers = false
        var transports: Set<TransportKind> = []
    }

    /// The rides of a day, with changes if they are wanted, in the order of their departures.
    func rides(_ query: RideQuery) -> (rides: [RideLine], intervals: [IntervalLine]) {
        let (origins, destinations) = (timetable.stations(at: query.from), timetable.stations(at: query.to))
        guard Set(origins).isDisjoint(with: destinations) else { return ([], []) }
        var direct = DirectSearch(timetable, transports: query.transports)
        let (rides, intervals) = direct.rides(from: origins, to: destinations, on: query.day)
        var journeys = rides.map { Journey([$0]) }
        if query.transfers { journeys += self.journeys(query, origins, destinations) }
        let lines = journeys.sorted { ($0.departure, $0.arrival) < ($1.departure, $1.arrival) }
            .prefix(Self.linesMax).compactMap(line)
        return (lines, intervals.prefix(Self.linesMax).map(line))
    }

    private func journeys(_ query: RideQuery, _ origins: [Int32], _ destinations: [Int32]) -> [Journey] {
        var search = JourneySearch(timetable, to: destinations, on: query.day, transports: query.transports)
        return search.journeys(from: origins)
    }

    private func line(_ journey: Journey) -> RideLine? {
        guard let first = journey.rides.first, let last = journey.rides.last else { return nil }
        let start = timetable.stop(first.thread, Int(first.boarding)).station
        let end = timetable.stop(last.thread, Int(last.alighting)).station
        var legs: [Leg] = []
        for (index, ride) in journey.rides.enumerated() {
            let wait = index == 0 ? 0 : ride.departure - journey.rides[index - 1].arrival
            legs.append(leg(ride, after: wait / 60))
        }
        let prices = legs.compactMap(\.price)
        let isWhole = prices.count == legs.count && Set(prices.map(\.currency)).count == 1
        return RideLine(
            departure: writer.time(first.departure, at: start),
            arrival: writer.time(last.arrival, at: end),
            minutes: (last.arrival - first.departure) / 60,
            from: title(start),
            to: title(end),
            legs: legs,
            changes: legs.dropLast().map(\.to),
            price: prices.first.flatMap { first in
                // A price has ten digits at most, and a journey three rides.
                isWhole
                    ? Price(amount: prices.reduce(0) { $0 + $1.amount }, currency: first.currency) : nil
            }
        )
    }

    private func leg(_ ride: Ride, after wait: Int64) -> Leg {
        let thread = timetable.threads[Int(ride.thread)]
        let start = timetable.stop(ride.thread, Int(ride.boarding))
        let end = timetable.stop(ride.thread, Int(ride.alighting))
        let fares = timetable.fares(of: ride.thread, from: start.station, to: end.station)
        return Leg(
            departure: writer.time(ride.departure, at: start.station),
            arrival: writer.time(ride.arrival, at: end.station),
            from: title(start.station),
            to: title(end.station),
            number: writer.text(thread.number),
            title: writer.text(thread.title, thread.titleEn),
            thread: thread.id,
            transport: thread.transport,
            carrier: carrier(of: thread),
            platform: writer.text(start.platform),
            waitMinutes: wait,
            price: fares.min { $0.amount < $1.amount }.map { Price(amount: $0.amount, currency: $0.currency) }
        )
    }

    private func line(_ interval: IntervalRide) -> IntervalLine {
        let thread = timetable.threads[Int(interval.thread)]
        return IntervalLine(
            number: writer.text(thread.number),
            title: writer.text(thread.title, thread.titleEn),
            thread: thread.id,
            density: thread.frequency?.density ?? "",
            from: title(timetable.stop(interval.thread, Int(interval.boarding)).station),
            to: title(timetable.stop(interval.thread, Int(interval.alighting)).station)
        )
    }

    // MARK: Nothing found

    /// Why there are no rides; only for a search that has found none.
    func reason(_ query: RideQuery) -> NoRides {
        let (origins, destinations) = (timetable.stations(at: query.from), timetable.stations(at: query.to))
        if origins.isEmpty { return .noStations(query.from) }
        if destinations.isEmpty { return .noStations(query.to) }
        guard Set(origins).isDisjoint(with: destinations) else { return .samePlace }
        var all = query
        all.transports = []
        if !query.transports.isEmpty, !rides(all).rides.isEmpty { return .otherTransports }
        if !query.transfers, !journeys(query, origins, destinations).isEmpty { return .onlyChanges }
        var direct = DirectSearch(timetable, transports: query.transports)
        let near = direct.rides(from: origins, to: destinations, near: query.day).rides.map { ride in
            let station = timetable.stop(ride.thread, Int(ride.boarding)).station
            return timetable.zone(ofStation: station).day(at: ride.departure)
        }
        let day = near.filter { $0 > query.day }.min() ?? near.max()
        return day.map { .otherDay($0) } ?? .never
    }

    /// Two places with a ride between them, as an example; nil in an empty timetable.
    func example() -> (from: TravelPlace, to: TravelPlace)? {
        guard let station = busiest(1).first else { return nil }
        for visit in timetable.visits(of: station) {
            let stops = timetable.stops(of: visit.thread)
            guard let last = stops.last, last.station != station else { continue }
            let (from, to) = (writer.town(of: station), writer.town(of: last.station))
            if from != to { return (from, to) }
        }
        return nil
    }
}
