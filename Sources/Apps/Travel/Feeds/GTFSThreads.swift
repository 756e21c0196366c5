import Core
import Feeds
import Transit

/// The threads of a GTFS feed, made one by one of its trips.
struct GTFSThreads: Sendable {
    /// A trip, and the departure or the interval of it that a thread is made of.
    private struct Source: Sendable {
        let trip: Int32
        /// Nil for a trip without frequencies.
        var frequency: Int32?
        /// Seconds of the service day, for an exact departure.
        var departure: Int32?
    }

    private let feed: GTFSFeed
    private let name: String
    private let places: GTFSPlaces
    private let sources: [Source]

    init(_ feed: GTFSFeed, _ options: FeedOptions, _ places: GTFSPlaces) {
        (self.feed, self.name, self.places) = (feed, options.name, places)
        let intervals = Dictionary(grouping: feed.frequencies.indices) { feed.frequencies[$0].trip }
        var sources: [Source] = []
        sources.reserveCapacity(feed.trips.count)
        for (index, trip) in feed.trips.enumerated() where trip.stopTimes.count >= 2 {
            guard let own = intervals[Int32(index)] else {
                sources.append(Source(trip: Int32(index)))
                continue
            }
            for interval in own {
                let frequency = feed.frequencies[interval]
                guard frequency.isExact, frequency.headway > 0 else {
                    sources.append(Source(trip: Int32(index), frequency: Int32(interval)))
                    continue
                }
                for time in stride(from: frequency.start, to: frequency.end, by: Int(frequency.headway)) {
                    sources.append(
                        Source(trip: Int32(index), frequency: Int32(interval), departure: time)
                    )
                }
            }
        }
        self.sources = sources
    }

    var count: Int { sources.count }

    func thread(_ index: Int) -> FeedRows.Thread {
        let source = sources[index]
        let trip = feed.trips[Int(source.trip)]
        let route = feed.routes[Int(trip.route)]
        let agency = feed.agencies[Int(route.agency)]
        let id = id(source, trip)
        var row = ThreadRow(
            id: 0,
            uid: uid(id),
            transport: TransportKind(routeType: route.type),
            calendar: Int64(trip.service),
            zone: agency.timeZone,
            stops: stops(source, trip)
        )
        let number = trip.shortName.isEmpty ? route.shortName : trip.shortName
        row.number = String(number.prefix(ThreadFields.numberLengthMax))
        let ends = [trip.stopTimes.first, trip.stopTimes.last].compactMap { $0 }.map { name(ofStop: $0) }
        row.title = (route.longName.isEmpty ? ends.joined(separator: " — ") : route.longName).cutToTitle
        if let frequency = source.frequency, source.departure == nil {
            let interval = feed.frequencies[Int(frequency)]
            row.frequency = ThreadInterval.frequency(
                from: interval.start,
                to: interval.end,
                every: interval.headway
            )
        }
        return FeedRows.Thread(id: id, row: row, carrier: Int(route.agency))
    }

    private func id(_ source: Source, _ trip: GTFSFeed.Trip) -> String {
        if let departure = source.departure { return "\(trip.id)@\(ThreadLine.clock(departure))" }
        guard let frequency = source.frequency else { return trip.id }
        return "\(trip.id)@\(ThreadLine.clock(feed.frequencies[Int(frequency)].start))+"
    }

    /// Unique among feeds, as each has a name of its own; a long id ends with its hash.
    private func uid(_ id: String) -> String {
        let uid = "\(name)-\(id)"
        guard uid.count > ThreadFields.uidLengthMax else { return uid }
        var hash = ContentHash()
        hash.add(id)
        return uid.prefix(ThreadFields.uidLengthMax - 18) + "~" + String(hash.value, radix: 16)
    }

    private func name(ofStop time: Int32) -> String {
        let stop = feed.stops[Int(feed.stopTimes.stops[Int(time)])]
        return feed.stops[Int(stop.station)].name
    }

    private func stops(_ source: Source, _ trip: GTFSFeed.Trip) -> [ThreadRow.Stop] {
        let times = feed.stopTimes(of: trip)
        let start = times.first?.departure ?? 0
        // A trip with frequencies shows how long it takes, and begins when they say.
        let begin = source.departure ?? source.frequency.map { feed.frequencies[Int($0)].start } ?? start
        let shift = begin &- start
        return times.enumerated().map { position, time in
            let stop = feed.stops[Int(time.stop)]
            return ThreadRow.Stop(
                station: Int64(places.station(of: time.stop) ?? 0),
                arrival: position == 0 ? nil : time.arrival &+ shift,
                departure: position == times.count - 1 ? nil : time.departure &+ shift,
                platform: stop.platform.isEmpty ? nil : stop.platform.cutToTitle,
                boarding: position == 0 || position == times.count - 1 ? .both : Self.boarding(time)
            )
        }
    }

    private static func boarding(_ time: GTFSFeed.StopTime) -> TransitStop.Boarding {
        switch (time.pickup == .none, time.dropOff == .none) {
        case (false, false): .both
        case (false, true): .onlyOn
        case (true, false): .onlyOff
        case (true, true): .pass
        }
    }
}
