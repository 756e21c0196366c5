/// `agency.txt`, `stops.txt`, `transfers.txt`, `feed_info.txt`.
extension GTFSWriter {
    mutating func writeAgencies() throws {
        let columns = [
            "agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang", "agency_phone",
            "agency_fare_url", "agency_email",
        ]
        try rows(of: .agency, columns, feed.agencies) { table, agency in
            table.text(agency.id)
            table.text(agency.name)
            table.text(agency.url)
            table.text(agency.timeZone)
            table.text(agency.language)
            table.text(agency.phone)
            table.text(agency.fareURL)
            table.text(agency.email)
        }
    }

    mutating func writeStops() throws {
        let columns = [
            "stop_id", "stop_code", "stop_name", "stop_desc", "stop_lat", "stop_lon", "zone_id", "stop_url",
            "location_type", "parent_station", "stop_timezone", "platform_code",
        ]
        let feed = feed
        try rows(of: .stops, columns, feed.stops) { table, stop in
            table.text(stop.id)
            table.text(stop.code)
            table.text(stop.name)
            table.text(stop.about)
            table.decimal(stop.latitude)
            table.decimal(stop.longitude)
            table.text(stop.zone)
            table.text(stop.url)
            table.number(stop.type.rawValue)
            table.text(stop.parent.map { feed.stops[Int($0)].id } ?? "")
            table.text(stop.timeZone)
            table.text(stop.platform)
        }
    }

    mutating func writeTransfers() throws {
        guard !feed.transfers.isEmpty else { return }
        let columns = [
            "from_stop_id", "to_stop_id", "from_route_id", "to_route_id", "from_trip_id", "to_trip_id",
            "transfer_type", "min_transfer_time",
        ]
        let feed = feed
        try rows(of: .transfers, columns, feed.transfers) { table, transfer in
            table.text(transfer.fromStop.map { feed.stops[Int($0)].id } ?? "")
            table.text(transfer.toStop.map { feed.stops[Int($0)].id } ?? "")
            table.text(transfer.fromRoute.map { feed.routes[Int($0)].id } ?? "")
            table.text(transfer.toRoute.map { feed.routes[Int($0)].id } ?? "")
            table.text(transfer.fromTrip.map { feed.trips[Int($0)].id } ?? "")
            table.text(transfer.toTrip.map { feed.trips[Int($0)].id } ?? "")
            table.number(transfer.type)
            table.number(transfer.minimumTime)
        }
    }

    mutating func writeInfo() throws {
        guard let info = feed.info else { return }
        let columns = [
            "feed_publisher_name", "feed_publisher_url", "feed_lang", "default_lang", "feed_start_date",
            "feed_end_date", "feed_version", "feed_contact_email", "feed_contact_url",
        ]
        try rows(of: .feedInfo, columns, [info]) { table, info in
            table.text(info.publisherName)
            table.text(info.publisherURL)
            table.text(info.language)
            table.text(info.defaultLanguage)
            table.date(info.start)
            table.date(info.end)
            table.text(info.version)
            table.text(info.contactEmail)
            table.text(info.contactURL)
        }
    }
}
