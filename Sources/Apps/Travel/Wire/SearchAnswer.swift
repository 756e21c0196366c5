import Core
import Storage
import Transit
import Web

/// Rides between two places (E1; T23–T50).
struct SearchAnswer {
    private let call: TravelCall
    private let writer: TravelWriter
    private let timetable: Timetable

    init(_ call: TravelCall) {
        (self.call, writer, timetable) = (call, call.writer, call.timetable)
    }

    private enum Segment {
        case ride(Ride)
        case journey(Journey)

        var departure: Int64 {
            switch self {
            case .ride(let ride): ride.departure
            case .journey(let journey): journey.departure
            }
        }

        var arrival: Int64 {
            switch self {
            case .ride(let ride): ride.arrival
            case .journey(let journey): journey.arrival
            }
        }
    }

    func answer() throws(Problem) -> PublicAnswer {
        let query = call.query
        guard let from = query["from"], let to = query["to"] else {
            throw Problem(.malformed, Localized("Нужно указать from и to", "from and to are required"))
        }
        let (limit, offset, day) = (try query.limit, try query.offset, try query.day())
        let (transports, transfers) = (try query.transports(), try query.bool("transfers"))
        let hasMask = try query.bool("add_days_mask")
        let (origins, destinations) = (try call.place(from), try call.place(to))
        guard from != to, Set(origins).isDisjoint(with: destinations) else {
            throw Problem(
                .malformed,
                Localized(
                    "Точка отправления не должна совпадать с точкой прибытия.",
                    "The point of departure must not be the point of arrival."
                )
            )
        }
        let start = Set(origins.flatMap { timetable.stations(at: $0) }).sorted()
        let end = Set(destinations.flatMap { timetable.stations(at: $0) }).sorted()
        let (segments, intervals) = found(start, end, day, transports, transfers)
        let page = segments.dropFirst(offset).prefix(limit)
        return PublicAnswer { json in
            json.object { json in
                writer.pagination(total: segments.count, limit: limit, offset: offset, &json)
                json.key("search")
                json.object { json in
                    json.key("from")
                    if let origin = origins.first { writer.point(origin, &json) }
                    json.key("to")
                    if let destination = destinations.first { writer.point(destination, &json) }
                    json.member("date", JSON(day?.day))
                }
                json.key("segments")
                json.array { json in for segment in page { write(segment, hasMask, &json) } }
                json.key("interval_segments")
                json.array { json in for interval in intervals { write(interval, hasMask, &json) } }
            }
        }
    }

    private func found(
        _ origins: [Int32],
        _ destinations: [Int32],
        _ day: Int32?,
        _ transports: Set<TransportKind>,
        _ transfers: Bool
    ) -> (segments: [Segment], intervals: [IntervalRide]) {
        guard let first = origins.first else { return ([], []) }
        let today = call.today(at: first)
        var search = DirectSearch(timetable, transports: transports)
        let direct =
            day.map { search.rides(from: origins, to: destinations, on: $0) }
            ?? search.rides(from: origins, to: destinations, near: today)
        var segments = direct.rides.map { Segment.ride($0) }
        if transfers {
            var search = JourneySearch(timetable, to: destinations, on: day ?? today, transports: transports)
            segments += search.journeys(from: origins).map { Segment.journey($0) }
            segments.sort { ($0.departure, $0.arrival) < ($1.departure, $1.arrival) }
        }
        return (segments, direct.intervals)
    }

    // MARK: Segments

    private func write(_ segment: Segment, _ hasMask: Bool, _ json: inout JSONWriter) {
        switch segment {
        case .ride(let ride):
            json.object { json in
                json.key("from")
                writer.station(station(ride, ride.boarding), &json)
                json.key("to")
                writer.station(station(ride, ride.alighting), &json)
                json.key("thread")
                writer.thread(ride.thread, on: startDay(ride), linked: true, &json)
                times(ride, &json)
                json.member("has_transfers", false)
                tickets(ride, &json)
                if hasMask { mask(ride.thread, &json) }
            }
        case .journey(let journey): write(journey, &json)
        }
    }

    /// A thread that runs every so often: no departure and no arrival (T44).
    private func write(_ interval: IntervalRide, _ hasMask: Bool, _ json: inout JSONWriter) {
        let start = timetable.stop(interval.thread, Int(interval.boarding))
        let end = timetable.stop(interval.thread, Int(interval.alighting))
        let duration = Int64(end.arrival ?? 0) - Int64(start.departure ?? 0)
        json.object { json in
            json.key("from")
            writer.station(start.station, &json)
            json.key("to")
            writer.station(end.station, &json)
            json.key("thread")
            writer.thread(interval.thread, on: interval.serviceDay, linked: true, &json)
            json.member("duration", max(0, duration))
            json.member("start_date", interval.serviceDay.day)
            json.member("stops", writer.text(timetable.threads[Int(interval.thread)].stopping))
            platforms(start, end, &json)
            json.member("has_transfers", false)
            json.member("tickets_info", JSON.null)
            if hasMask { mask(interval.thread, &json) }
        }
    }

    private func station(_ ride: Ride, _ position: Int32) -> Int32 {
        timetable.stop(ride.thread, Int(position)).station
    }

    /// The local day on which the thread leaves its first station (T36).
    private func startDay(_ ride: Ride) -> Int32 {
        guard let first = timetable.stops(of: ride.thread).first, let departure = first.departure else {
            return ride.serviceDay
        }
        let base = timetable.zone(ofThread: ride.thread).base(of: ride.serviceDay)
        return timetable.zone(ofStation: first.station).day(at: base + Int64(departure))
    }

    private func times(_ ride: Ride, _ json: inout JSONWriter) {
        json.member("departure", writer.time(ride.departure, at: station(ride, ride.boarding)))
        json.member("arrival", writer.time(ride.arrival, at: station(ride, ride.alighting)))
        json.member("duration", ride.duration)
        json.member("start_date", startDay(ride).day)
        json.member("stops", writer.text(timetable.threads[Int(ride.thread)].stopping))
        platforms(
            timetable.stop(ride.thread, Int(ride.boarding)),
            timetable.stop(ride.thread, Int(ride.alighting)),
            &json
        )
    }

    private func platforms(_ start: TransitStop, _ end: TransitStop, _ json: inout JSONWriter) {
        json.member("departure_platform", writer.text(start.platform))
        json.member("arrival_platform", writer.text(end.platform))
        json.member("departure_terminal", JSON(timetable.texts.given(start.terminal)))
        json.member("arrival_terminal", JSON(timetable.texts.given(end.terminal)))
    }

    /// Prices in whole numbers, never a fraction (T38).
    private func tickets(_ ride: Ride, _ json: inout JSONWriter) {
        json.key("tickets_info")
        let fares = timetable.fares(
            of: ride.thread,
            from: station(ride, ride.boarding),
            to: station(ride, ride.alighting)
        )
        guard !fares.isEmpty else { return json.null() }
        json.object { json in
            json.member("et_marker", false)
            json.key("places")
            json.array { json in
                for fare in fares {
                    json.object { json in
                        json.member("name", JSON(fare.title))
                        json.member("currency", fare.currency)
                        json.key("price")
                        json.object { json in
                            json.member("whole", fare.amount / 100)
                            json.member("cents", fare.amount % 100)
                        }
                    }
                }
            }
        }
    }

    /// The running days by month: 1 for a day on which the thread runs.
    private func mask(_ thread: Int32, _ json: inout JSONWriter) {
        let days = timetable.days(of: thread)
        let first = call.today(at: timetable.stops(of: thread).first?.station ?? 0)
        json.key("schedule")
        json.array { json in
            for month in MonthMask.months(from: first) {
                json.object { json in
                    json.member("year", month.year)
                    json.member("month", month.month)
                    json.key("days")
                    json.array { json in for day in month.days { json.integer(days.contains(day) ? 1 : 0) } }
                }
            }
        }
    }

    // MARK: Journeys

    /// A segment with changes, in its own shape (T40, T41).
    private func write(_ journey: Journey, _ json: inout JSONWriter) {
        guard let first = journey.rides.first, let last = journey.rides.last else { return }
        let (start, end) = (station(first, first.boarding), station(last, last.alighting))
        json.object { json in
            json.member("departure", writer.time(journey.departure, at: start))
            json.member("arrival", writer.time(journey.arrival, at: end))
            json.key("departure_from")
            writer.station(start, &json)
            json.key("arrival_to")
            writer.station(end, &json)
            json.key("transport_types")
            json.array { json in
                var known: Set<TransportKind> = []
                for ride in journey.rides {
                    let kind = timetable.threads[Int(ride.thread)].transport
                    if known.insert(kind).inserted { json.string(kind.name) }
                }
            }
            json.key("transfers")
            json.array { json in
                for ride in journey.rides.dropLast() {
                    writer.point(writer.town(of: station(ride, ride.alighting)), &json)
                }
            }
            json.key("details")
            json.array { json in details(journey, &json) }
            json.member("has_transfers", true)
        }
    }

    private func details(_ journey: Journey, _ json: inout JSONWriter) {
        for (index, ride) in journey.rides.enumerated() {
            json.object { json in
                json.key("from")
                writer.point(.station(station(ride, ride.boarding)), &json)
                json.key("to")
                writer.point(.station(station(ride, ride.alighting)), &json)
                json.key("thread")
                writer.thread(ride.thread, on: startDay(ride), linked: false, &json)
                times(ride, &json)
            }
            guard index + 1 < journey.rides.count else { continue }
            let next = journey.rides[index + 1]
            json.object { json in
                json.member("is_transfer", true)
                json.member("duration", next.departure - ride.arrival)
                json.key("transfer_point")
                writer.point(writer.town(of: station(ride, ride.alighting)), &json)
                json.key("transfer_from")
                writer.station(station(ride, ride.alighting), &json)
                json.key("transfer_to")
                writer.station(station(next, next.boarding), &json)
            }
        }
    }
}
