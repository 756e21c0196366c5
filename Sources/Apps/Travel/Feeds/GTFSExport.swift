import Core
import Feeds
import Storage
import Transit
import Web

/// The timetable as a GTFS feed (T91).
///
/// All times of a feed are in one zone, that of most threads; the times of the others are shifted by the difference of
/// the zones on the first day that they run. Threads whose times are not known are left out.
struct GTFSExport {
    /// A carrier as `agency.txt` has it.
    struct Agency: Sendable {
        let id: String
        let code: String
        let name: String
        let url: String
        let phone: String
        let email: String
    }

    private static let daySeconds: Int32 = 86_400

    /// The carriers by the ids of their contents.
    let agencies: [String: Agency]
    /// For threads without a carrier, and as the publisher.
    let publisher: Agency

    fileprivate struct Route: Hashable {
        let number: String
        let title: String
        let transport: TransportKind
        let agency: String
    }

    /// The services of a calendar: as it is, and one day earlier for threads that begin before midnight in the feed's zone.
    fileprivate struct Service: Hashable {
        let calendar: Int64
        let isEarlier: Bool
    }

    /// A platform of a station; without a name the stop of threads that say none.
    fileprivate struct Platform: Hashable {
        let station: Int64
        let name: String
    }

    fileprivate struct Draft {
        var feed = GTFSFeed()
        var zone = "Europe/Moscow"
        var zones: [String: Zone] = [:]
        /// The stops that a trip may stop at; those where one does are in the feed.
        var known: [Int64: GTFSFeed.Stop] = [:]
        /// The stations where threads stop at platforms.
        var havePlatforms: Set<Int64> = []
        var stops: [Int64: Int32] = [:]
        var platforms: [Platform: Int32] = [:]
        var agencies: [String: Int32] = [:]
        var routes: [Route: Int32] = [:]
        var calendars: [Int64: Calendar] = [:]
        var services: [Service: Int32] = [:]
    }

    /// Throws a conflict if there is no thread to export.
    func feed(on connection: any Connection) throws -> GTFSFeed {
        var draft = Draft()
        let common = try connection.rows(
            "SELECT zone FROM timetable_threads GROUP BY zone ORDER BY count(*) DESC, zone LIMIT 1"
        )
        guard let zone: String = try common.first?.get("zone") else {
            throw Problem(
                .conflict,
                Localized("В расписании нет рейсов.", "The timetable has no threads.")
            )
        }
        draft.zone = zone
        try readStops(&draft, connection)
        try connection.each("timetable_calendars", "id") { row in
            draft.calendars[try row.get("id")] = try Calendar(row)
        }
        try connection.each("timetable_threads", "id") { row in
            for stop in ThreadStops.parse(try row.get("stops", as: String.self)) where stop.platform != nil {
                draft.havePlatforms.insert(stop.station)
            }
        }
        try connection.each("timetable_threads", "id") { try add(try ThreadRow($0), &draft) }
        try addTransfers(&draft, connection)
        sortServices(&draft)
        var info = GTFSFeed.Info()
        (info.publisherName, info.publisherURL) = (publisher.name, publisher.url)
        info.language = "ru"
        draft.feed.info = info
        return draft.feed
    }

    private func readStops(_ draft: inout Draft, _ connection: any Connection) throws {
        try connection.each("timetable_stations", "code") { row in
            let station = try StationRow(row)
            // Other programs refuse a stop without a place.
            guard !station.isHidden, let point = station.point else { return }
            var stop = GTFSFeed.Stop()
            stop.id = "s\(station.code)"
            stop.name = station.title
            (stop.latitude, stop.longitude) = (point.latitude, point.longitude)
            stop.timeZone = station.zone ?? ""
            draft.known[station.code] = stop
        }
    }

    // MARK: Threads

    private func add(_ thread: ThreadRow, _ draft: inout Draft) throws {
        let stops = thread.stops.filter { draft.known[$0.station] != nil }
        guard stops.timesFault == nil, let calendar = draft.calendars[thread.calendar],
            let first = calendar.runningDays.nearest(calendar.first), let start = stops.first?.departure
        else { return }
        var shift = draft.shift(from: thread.zone, on: first)
        let isEarlier = start &+ shift < 0
        if isEarlier { shift += Self.daySeconds }
        var trip = GTFSFeed.Trip()
        trip.id = thread.uid
        trip.route = route(of: thread, &draft)
        trip.service = draft.service(Service(calendar: thread.calendar, isEarlier: isEarlier), calendar)
        let begin = Int32(draft.feed.stopTimes.count)
        for (position, stop) in stops.enumerated() {
            guard let index = draft.stop(stop.station, stop.platform),
                let time = (position == 0 ? stop.departure : stop.arrival)
            else { continue }
            var stopTime = GTFSFeed.StopTime(
                stop: index,
                arrival: time &+ shift,
                departure: (stop.departure ?? time) &+ shift
            )
            if stop.boarding == .onlyOff || stop.boarding == .pass { stopTime.pickup = .none }
            if stop.boarding == .onlyOn || stop.boarding == .pass { stopTime.dropOff = .none }
            stopTime.isApproximate = thread.isFuzzy
            draft.feed.stopTimes.append(stopTime)
        }
        trip.stopTimes = begin..<Int32(draft.feed.stopTimes.count)
        if let interval = thread.frequency {
            var frequency = GTFSFeed.Frequency()
            frequency.trip = Int32(draft.feed.trips.count)
            frequency.start = interval.begin &+ shift
            frequency.end = interval.end &+ shift
            frequency.headway = interval.headway
            if frequency.start >= 0 { draft.feed.frequencies.append(frequency) }
        }
        draft.feed.trips.append(trip)
    }

    private func route(of thread: ThreadRow, _ draft: inout Draft) -> Int32 {
        let agency = thread.carrier.flatMap { agencies[$0] } ?? publisher
        let title = thread.title.isEmpty && thread.number.isEmpty ? thread.uid : thread.title
        let key = Route(
            number: thread.number,
            title: title,
            transport: thread.transport,
            agency: agency.code
        )
        if let known = draft.routes[key] { return known }
        var hash = ContentHash()
        for text in [key.number, key.title, key.transport.name, key.agency] { hash.add(text) }
        var route = GTFSFeed.Route()
        route.id = String(hash.value, radix: 36)
        route.agency = draft.agency(agency)
        (route.shortName, route.longName) = (key.number, key.title)
        route.type = thread.transport.routeType
        let index = Int32(draft.feed.routes.count)
        draft.routes[key] = index
        draft.feed.routes.append(route)
        return index
    }

    // MARK: The rest

    private func addTransfers(_ draft: inout Draft, _ connection: any Connection) throws {
        try connection.each("timetable_transfers", "id") { row in
            let change = try ChangeTimeRow(row)
            guard let from = draft.stops[change.origin], let to = draft.stops[change.destination] else {
                return
            }
            var transfer = GTFSFeed.Transfer()
            (transfer.fromStop, transfer.toStop) = (from, to)
            transfer.type = change.seconds == nil ? 3 : 2
            transfer.minimumTime = change.seconds.map { Int32(clamping: $0) }
            draft.feed.transfers.append(transfer)
        }
    }

    /// Services with a weekly pattern come first, as the feed wants them.
    private func sortServices(_ draft: inout Draft) {
        let services = draft.feed.services
        let order = services.indices.sorted {
            (services[$0].start == nil ? 1 : 0, $0) < (services[$1].start == nil ? 1 : 0, $1)
        }
        var places = [Int32](repeating: 0, count: order.count)
        for (place, index) in order.enumerated() { places[index] = Int32(place) }
        draft.feed.services = order.map { services[$0] }
        for index in draft.feed.trips.indices {
            draft.feed.trips[index].service = places[Int(draft.feed.trips[index].service)]
        }
    }
}

extension GTFSExport.Draft {
    /// Seconds to add to the times of a zone on a day, so that they are those of the feed's zone.
    fileprivate mutating func shift(from name: String, on day: Int32) -> Int32 {
        guard name != zone, let own = zone(named: name), let common = zone(named: zone) else { return 0 }
        return Int32(clamping: own.base(of: day) - common.base(of: day))
    }

    /// The index of the stop of a station, which is added to the feed; trips stop at platforms of a station that has any.
    fileprivate mutating func stop(_ code: Int64, _ platform: String?) -> Int32? {
        guard let station = station(code) else { return nil }
        guard havePlatforms.contains(code) else { return station }
        let platform = GTFSExport.Platform(station: code, name: platform ?? "")
        if let index = platforms[platform] { return index }
        var stop = feed.stops[Int(station)]
        stop.id += ":\(platform.name)"
        (stop.type, stop.parent, stop.station) = (.stop, station, station)
        (stop.platform, stop.timeZone) = (platform.name, "")
        let index = Int32(feed.stops.count)
        platforms[platform] = index
        feed.stops.append(stop)
        return index
    }

    private mutating func station(_ code: Int64) -> Int32? {
        if let index = stops[code] { return index }
        guard var stop = known[code] else { return nil }
        stop.station = Int32(feed.stops.count)
        if havePlatforms.contains(code) { stop.type = .station }
        stops[code] = stop.station
        feed.stops.append(stop)
        return stop.station
    }

    private mutating func zone(named name: String) -> Zone? {
        if let zone = zones[name] { return zone }
        let made = Zone(name)
        zones[name] = made
        return made
    }

    fileprivate mutating func agency(_ agency: GTFSExport.Agency) -> Int32 {
        if let known = agencies[agency.id] { return known }
        var row = GTFSFeed.Agency()
        (row.id, row.name, row.url, row.timeZone) = (agency.code, agency.name, agency.url, zone)
        (row.phone, row.email) = (agency.phone, agency.email)
        let index = Int32(feed.agencies.count)
        agencies[agency.id] = index
        feed.agencies.append(row)
        return index
    }

    fileprivate mutating func service(_ key: GTFSExport.Service, _ calendar: Calendar) -> Int32 {
        if let known = services[key] { return known }
        let shift: Int32 = key.isEarlier ? -1 : 0
        var service = GTFSFeed.Service()
        service.id = key.isEarlier ? "\(key.calendar)-earlier" : String(key.calendar)
        if calendar.weekdays != 0 {
            service.start = FeedDate(days: calendar.first + shift)
            service.end = FeedDate(days: calendar.last + shift)
            // The day before Monday is Sunday.
            service.weekdays =
                key.isEarlier ? calendar.weekdays >> 1 | (calendar.weekdays & 1) << 6 : calendar.weekdays
        }
        service.added = calendar.added.sorted().map { FeedDate(days: $0 + shift) }
        service.removed = calendar.removed.sorted().map { FeedDate(days: $0 + shift) }
        let index = Int32(feed.services.count)
        services[key] = index
        feed.services.append(service)
        return index
    }
}
