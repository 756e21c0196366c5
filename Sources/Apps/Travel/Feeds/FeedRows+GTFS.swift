import Core
import Feeds
import Transit

extension FeedRows {
    /// Kilometres to the settlement that a new station is given.
    private static let settlementDistanceMax = 10.0

    /// The rows of a GTFS feed: stations of stops without a parent, threads of trips.
    ///
    /// A trip with exact frequencies becomes a thread for each departure, one with others an interval thread.
    init(_ feed: GTFSFeed, _ options: FeedOptions, near timetable: Timetable) {
        self.init()
        carriers = feed.agencies.map { agency in
            Carrier(
                id: agency.id,
                title: agency.name.cutToTitle,
                url: String(agency.url.prefix(500)),
                phone: agency.phone.cutToTitle,
                email: agency.email.cutToTitle
            )
        }
        publisher = feed.info?.publisherName ?? feed.agencies.first?.name ?? ""
        version = feed.info?.version ?? ""
        (validFrom, validUntil) = (feed.info?.start?.days, feed.info?.end?.days)
        calendars = feed.services.map { ($0.id, Calendar($0, of: options.name)) }
        let places = GTFSPlaces(feed)
        let zone = feed.agencies.first?.timeZone ?? "UTC"
        stations = places.roots.map { root in
            let stop = feed.stops[Int(root)]
            let transport = places.transport(of: root)
            var row = StationRow(
                code: 0,
                country: options.country,
                settlement: options.settlement,
                title: (stop.name.isEmpty ? stop.id : stop.name).cutToTitle,
                transport: transport,
                zone: stop.timeZone.isEmpty ? zone : stop.timeZone
            )
            row.kind = StationKind(of: transport, isStation: stop.type == .station)
            row.majority = stop.type == .station ? 3 : 5
            row.point = stop.latitude.flatMap { latitude in
                stop.longitude.flatMap { Point(latitude: latitude, longitude: $0) }
            }
            if row.settlement == nil, let point = row.point,
                let near = timetable.settlement(within: Self.settlementDistanceMax, of: point)
            {
                row.settlement = timetable.settlements[Int(near.index)].code
            }
            if let code = row.settlement, let index = timetable.settlement(code) {
                let settlement = timetable.settlements[Int(index)]
                if settlement.country >= 0 { row.country = timetable.countries[Int(settlement.country)].code }
            }
            return (stop.id, row)
        }
        changes = Self.changes(feed, places)
        let trips = GTFSThreads(feed, options, places)
        threadCount = trips.count
        thread = { trips.thread($0) }
    }

    /// One time for each pair of stations, the longest of those of their platforms; those of routes and trips are left out.
    private static func changes(_ feed: GTFSFeed, _ places: GTFSPlaces) -> [Change] {
        var longest: [[Int]: Int64?] = [:]
        for transfer in feed.transfers {
            guard let from = transfer.fromStop, let to = transfer.toStop, transfer.fromRoute == nil,
                transfer.toRoute == nil, transfer.fromTrip == nil, transfer.toTrip == nil,
                let origin = places.station(of: from), let destination = places.station(of: to)
            else { continue }
            let seconds: Int64?
            switch transfer.type {
            case 2: seconds = transfer.minimumTime.map { Int64(min($0, 86_400)) } ?? 0
            case 3: seconds = nil
            case _: continue
            }
            if let known = longest[[origin, destination]] {
                // One pair of platforms that allows a change is enough for the stations.
                longest[[origin, destination]] =
                    known.flatMap { known in seconds.map { max(known, $0) } } ?? known ?? seconds
            } else {
                longest[[origin, destination]] = seconds
            }
        }
        return longest.map { Change(from: $0.key[0], to: $0.key[1], seconds: $0.value) }
            .sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    }
}

extension Calendar {
    fileprivate init(_ service: GTFSFeed.Service, of feed: String) {
        let days = service.added + service.removed
        let first = service.start ?? days.min() ?? FeedDate(days: 0)
        let last = service.end ?? days.max() ?? first
        self.init(
            title: String("\(feed): \(service.id)".prefix(Self.titleLengthMax)),
            first: first.days,
            last: max(first, last).days,
            weekdays: service.start == nil ? 0 : service.weekdays & 0x7F,
            added: service.added.map(\.days),
            removed: service.removed.map(\.days)
        )
    }
}

extension StationKind {
    fileprivate init(of transport: TransportKind, isStation: Bool) {
        self =
            switch transport {
            case .plane, .helicopter: .airport
            case .train: .trainStation
            case .suburban: isStation ? .station : .platform
            case .bus: isStation ? .busStation : .busStop
            case .water, .sea: isStation ? .port : .wharf
            }
    }
}
