/// `routes.txt`, `trips.txt`, `stop_times.txt`, `frequencies.txt`.
extension GTFSWriter {
    mutating func writeRoutes() throws {
        let columns = [
            "route_id", "agency_id", "route_short_name", "route_long_name", "route_desc", "route_type",
            "route_url", "route_color", "route_text_color", "route_sort_order",
        ]
        let feed = feed
        try rows(of: .routes, columns, feed.routes) { table, route in
            table.text(route.id)
            table.text(feed.agencies[Int(route.agency)].id)
            table.text(route.shortName)
            table.text(route.longName)
            table.text(route.about)
            table.number(route.type)
            table.text(route.url)
            table.text(route.color.map(Self.hex) ?? "")
            table.text(route.textColor.map(Self.hex) ?? "")
            table.number(route.sortOrder)
        }
    }

    private static func hex(_ color: UInt32) -> String {
        let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(6 - digits.utf8.count, 0)) + digits
    }

    mutating func writeTrips() throws {
        let columns = [
            "route_id", "service_id", "trip_id", "trip_headsign", "trip_short_name", "direction_id",
            "block_id",
        ]
        let feed = feed
        try rows(of: .trips, columns, feed.trips) { table, trip in
            table.text(feed.routes[Int(trip.route)].id)
            table.text(feed.services[Int(trip.service)].id)
            table.text(trip.id)
            table.text(trip.headsign)
            table.text(trip.shortName)
            table.number(trip.direction)
            table.text(trip.block)
        }
    }

    mutating func writeStopTimes() throws {
        let columns = [
            "trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "pickup_type",
            "drop_off_type", "timepoint",
        ]
        let feed = feed
        let places = feed.trips.lazy.flatMap { trip in trip.stopTimes.lazy.map { (trip, $0) } }
        try rows(of: .stopTimes, columns, places) { table, place in
            let time = feed.stopTimes[Int(place.1)]
            table.text(place.0.id)
            table.time(time.arrival)
            table.time(time.departure)
            table.text(feed.stops[Int(time.stop)].id)
            table.number(place.1 - place.0.stopTimes.lowerBound)
            table.number(time.pickup.rawValue)
            table.number(time.dropOff.rawValue)
            table.number(time.isApproximate ? 0 : 1)
        }
    }

    mutating func writeFrequencies() throws {
        guard !feed.frequencies.isEmpty else { return }
        let columns = ["trip_id", "start_time", "end_time", "headway_secs", "exact_times"]
        let feed = feed
        try rows(of: .frequencies, columns, feed.frequencies) { table, frequency in
            table.text(feed.trips[Int(frequency.trip)].id)
            table.time(frequency.start)
            table.time(frequency.end)
            table.number(frequency.headway)
            table.number(frequency.isExact ? 1 : 0)
        }
    }
}
