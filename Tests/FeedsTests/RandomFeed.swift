@testable import Feeds

/// A generator with a seed, so that a failure comes again (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Makes feeds in the form that the reader gives, with every optional part now and then.
struct RandomFeed {
    private static let pieces = [
        "Тверь", "a", "\"", ",", " ", "\n", "é", "–", ";", "'", "1", "=", "🚆", "\r\n",
    ]

    private var generator: SeededGenerator
    private(set) var feed = GTFSFeed()

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        makeAgencies()
        makeStops()
        makeRoutes()
        makeServices()
        makeTrips()
        makeRest()
    }

    private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    private mutating func index(_ count: Int) -> Int32 { Int32(int(0...count - 1)) }
    private mutating func maybe<Value>(_ value: Value) -> Value? { int(0...1) == 0 ? nil : value }

    private mutating func text() -> String {
        (0..<int(1...4)).map { _ in Self.pieces[int(0...Self.pieces.count - 1)] }.joined()
    }

    /// Ids have no line breaks.
    private mutating func id(_ number: some BinaryInteger) -> String {
        "\(number)|" + text().filter { !$0.isNewline }
    }

    /// Spaces alone would be an empty cell, which a required one cannot be.
    private mutating func name() -> String { "x" + text() }

    private mutating func makeAgencies() {
        let count = int(1...3)
        for number in 0..<count {
            var agency = GTFSFeed.Agency()
            agency.id = count == 1 && int(0...1) == 0 ? "" : id(number)
            (agency.name, agency.url) = (name(), "https://x.ru/")
            agency.timeZone = ["Europe/Moscow", "Asia/Omsk", "UTC"][int(0...2)]
            (agency.language, agency.phone) = (maybe("ru") ?? "", maybe(text()) ?? "")
            (agency.fareURL, agency.email) = (maybe(text()) ?? "", maybe(text()) ?? "")
            feed.agencies.append(agency)
        }
    }

    private mutating func makeStops() {
        var stations: [Int32] = []
        var platforms: [Int32] = []
        for number in 0..<Int32(int(2...30)) {
            var stop = GTFSFeed.Stop()
            stop.id = id(number)
            (stop.code, stop.name, stop.about) = (maybe(text()) ?? "", name(), maybe(text()) ?? "")
            stop.latitude = Double.random(in: -90...90, using: &generator)
            stop.longitude = Double(int(-180_000_000...180_000_000)) / 1_000_000
            (stop.zone, stop.url, stop.platform) = (maybe("z") ?? "", maybe("u") ?? "", maybe(text()) ?? "")
            stop.timeZone = maybe("Asia/Omsk") ?? ""
            stop.station = number
            let kind = number < 2 ? 0 : int(0...4)
            stop.type = GTFSFeed.LocationType(rawValue: Int8(kind)) ?? .stop
            let parents = kind == 4 ? platforms : kind == 1 ? [] : stations
            if parents.isEmpty, stop.type.needsParent { stop.type = .station }
            if !parents.isEmpty, stop.type.needsParent || int(0...1) == 0 {
                let parent = parents[int(0...parents.count - 1)]
                (stop.parent, stop.station) = (parent, feed.stops[Int(parent)].station)
            }
            if stop.type == .node { (stop.name, stop.latitude, stop.longitude) = ("", nil, nil) }
            if stop.type == .station { stations.append(number) }
            if stop.type == .stop { platforms.append(number) }
            feed.stops.append(stop)
        }
    }

    private mutating func makeRoutes() {
        for number in 0..<int(1...5) {
            var route = GTFSFeed.Route()
            (route.id, route.agency) = ("\(number)", index(feed.agencies.count))
            (route.shortName, route.longName) = (name(), maybe(text()) ?? "")
            (route.about, route.url) = (maybe(text()) ?? "", maybe("u") ?? "")
            route.type = Int32(int(0...1_702))
            route.color = maybe(UInt32(int(0...0xFF_FFFF)))
            route.textColor = maybe(UInt32(int(0...0xFF_FFFF)))
            route.sortOrder = maybe(Int32(int(0...100)))
            feed.routes.append(route)
        }
    }

    private mutating func days(_ remainder: Int) -> [FeedDate] {
        (0..<int(0...5)).map { $0 * 14 + int(0...6) * 2 + remainder }.map {
            FeedDate(days: Int32(19_000 + $0))
        }
    }

    private mutating func makeServices() {
        // Services of a weekly pattern come first in a feed, because calendar.txt is read first.
        for (count, hasPattern) in [(int(1...5), true), (int(0...5), false)] {
            for number in 0..<count {
                var service = GTFSFeed.Service()
                service.id = "\(hasPattern)\(number)"
                if hasPattern {
                    (service.start, service.end) = (FeedDate(days: 18_990), FeedDate(days: 19_100))
                    service.weekdays = UInt8(int(0...127))
                }
                (service.added, service.removed) = (days(0), days(1))
                if service.added.isEmpty, !hasPattern { service.added = [FeedDate(days: 19_002)] }
                feed.services.append(service)
            }
        }
    }

    private mutating func makeTrips() {
        let served = feed.stops.indices.filter { feed.stops[$0].type.isServed }
        for number in 0..<int(1...40) {
            var trip = GTFSFeed.Trip()
            trip.id = id(number)
            (trip.route, trip.service) = (index(feed.routes.count), index(feed.services.count))
            (trip.headsign, trip.shortName) = (maybe(text()) ?? "", maybe(text()) ?? "")
            (trip.direction, trip.block) = (maybe(Int8(int(0...1))), maybe(text()) ?? "")
            let start = Int32(feed.stopTimes.count)
            var clock = int(0...100_000)
            for _ in 0..<int(0...12) {
                let arrival = clock + int(0...5_000)
                clock = arrival + int(0...600)
                var time = GTFSFeed.StopTime(
                    stop: Int32(served[int(0...served.count - 1)]),
                    arrival: Int32(arrival),
                    departure: Int32(clock)
                )
                time.pickup = GTFSFeed.StopTime.Boarding(rawValue: UInt8(int(0...3))) ?? .none
                time.dropOff = GTFSFeed.StopTime.Boarding(rawValue: UInt8(int(0...3))) ?? .none
                time.isApproximate = int(0...1) == 0
                feed.stopTimes.append(time)
            }
            trip.stopTimes = start..<Int32(feed.stopTimes.count)
            feed.trips.append(trip)
        }
    }

    private mutating func makeRest() {
        for trip in feed.trips.indices where int(0...9) == 0 {
            var frequency = GTFSFeed.Frequency()
            (frequency.trip, frequency.start, frequency.end) = (Int32(trip), 3_600, 90_000)
            (frequency.headway, frequency.isExact) = (Int32(int(1...3_600)), int(0...1) == 0)
            feed.frequencies.append(frequency)
        }
        for _ in 0..<int(0...5) {
            var transfer = GTFSFeed.Transfer()
            transfer.type = Int8(int(0...5))
            transfer.fromStop = index(feed.stops.count)
            transfer.toStop = index(feed.stops.count)
            transfer.fromRoute = maybe(index(feed.routes.count))
            transfer.toRoute = maybe(index(feed.routes.count))
            transfer.fromTrip = index(feed.trips.count)
            transfer.toTrip = index(feed.trips.count)
            transfer.minimumTime = maybe(Int32(int(0...3_600)))
            feed.transfers.append(transfer)
        }
        makeFares()
    }

    private mutating func makeFares() {
        for number in 0..<int(0...3) {
            var fare = GTFSFeed.Fare()
            (fare.id, fare.price, fare.currency) = ("\(number)", Int64(int(0...1_000_000)), "RUB")
            (fare.isPrepaid, fare.transfers) = (int(0...1) == 0, maybe(Int8(int(0...2))))
            // An agency without an id cannot be named.
            let agency = index(feed.agencies.count)
            fare.agency = feed.agencies[Int(agency)].id.isEmpty ? nil : maybe(agency)
            fare.duration = maybe(Int32(int(0...9_999)))
            feed.fares.append(fare)
            var rule = GTFSFeed.FareRule()
            (rule.fare, rule.route) = (Int32(number), maybe(index(feed.routes.count)))
            (rule.origin, rule.destination, rule.through) = (maybe("z") ?? "", maybe("z") ?? "", text())
            feed.fareRules.append(rule)
        }
        guard int(0...1) == 0 else { return }
        var info = GTFSFeed.Info()
        (info.publisherName, info.publisherURL, info.language) = (name(), name(), "ru")
        (info.defaultLanguage, info.version) = (maybe("en") ?? "", maybe(text()) ?? "")
        (info.start, info.end) = (maybe(FeedDate(days: 19_000)), maybe(FeedDate(days: 19_001)))
        (info.contactEmail, info.contactURL) = (maybe(text()) ?? "", maybe(text()) ?? "")
        feed.info = info
    }
}
