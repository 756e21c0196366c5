import Core

/// `agency.txt`, `stops.txt`.
extension GTFSBuilder {
    mutating func readAgencies(_ table: inout FeedTable) throws {
        let id = table.column("agency_id")
        let name = table.column("agency_name", isRequired: true)
        let url = table.column("agency_url", isRequired: true)
        let timeZone = table.column("agency_timezone", isRequired: true)
        let (language, phone) = (table.column("agency_lang"), table.column("agency_phone"))
        let (fareURL, email) = (table.column("agency_fare_url"), table.column("agency_email"))

        while try table.next() {
            guard agencies.insert(table.bytes(id)).isNew else {
                table.add(.duplicate, "agency_id", table.shown(id))
                continue
            }
            var agency = GTFSFeed.Agency()
            agency.id = try table.identifier(id, of: agencies)
            agency.name = try table.requiredText(name, in: &texts)
            agency.url = try table.requiredText(url, in: &texts)
            agency.timeZone = try table.requiredText(timeZone, in: &texts)
            check(agency.timeZone, timeZone, &table)
            agency.language = try table.text(language, in: &texts)
            agency.phone = try table.text(phone, in: &texts)
            agency.fareURL = try table.text(fareURL, in: &texts)
            agency.email = try table.text(email, in: &texts)
            if let first = feed.agencies.first {
                if agency.timeZone != first.timeZone {
                    table.add(.differentTimeZones, timeZone.name, agency.timeZone)
                }
                if agency.id.isEmpty || first.id.isEmpty { table.add(.missingAgencyID, "agency_id", "") }
            }
            feed.agencies.append(agency)
        }
        if feed.agencies.isEmpty { table.add(.missingValue, name.name, "") }
    }

    private mutating func check(_ name: String, _ column: FeedTable.Column, _ table: inout FeedTable) {
        guard !name.isEmpty, !timeZones.contains(name) else { return }
        table.add(.badTimeZone, column.name, name)
    }

    mutating func readStops(_ table: inout FeedTable) throws {
        let columns = StopColumns(&table)
        var parents = StopParents()

        while try table.next() {
            guard table.require(columns.id) else { continue }
            guard stops.insert(table.bytes(columns.id)).isNew else {
                table.add(.duplicate, columns.id.name, table.shown(columns.id))
                continue
            }
            var stop = GTFSFeed.Stop()
            stop.station = Int32(truncatingIfNeeded: feed.stops.count)
            stop.id = try table.identifier(columns.id, of: stops)
            stop.code = try table.text(columns.code, in: &texts)
            stop.about = try table.text(columns.about, in: &texts)
            stop.zone = try table.text(columns.zone, in: &texts)
            stop.url = try table.text(columns.url, in: &texts)
            stop.timeZone = try table.text(columns.timeZone, in: &texts)
            check(stop.timeZone, columns.timeZone, &table)
            stop.platform = try table.text(columns.platform, in: &texts)
            if let type = table.number(columns.type, 0...4) {
                stop.type = GTFSFeed.LocationType(rawValue: Int8(type)) ?? .stop
            }
            try readPlace(of: &stop, columns, &table)
            let parent = table.bytes(columns.parent)
            if parent.isEmpty {
                if stop.type.needsParent { table.add(.missingParent, columns.parent.name, stop.id) }
            } else {
                parents.add(parent, of: stop.station, line: table.line)
            }
            feed.stops.append(stop)
        }
        parents.resolve(in: &feed, keys: stops, &table.faults)
    }

    /// Name and coordinates, which nodes and boarding areas may be without.
    private mutating func readPlace(
        of stop: inout GTFSFeed.Stop,
        _ columns: StopColumns,
        _ table: inout FeedTable
    ) throws {
        stop.name = try table.text(columns.name, in: &texts)
        stop.latitude = table.decimal(columns.latitude, -90...90, .badLatitude)
        stop.longitude = table.decimal(columns.longitude, -180...180, .badLongitude)
        switch stop.type {
        case .stop, .station, .entrance:
            // A missing column is told here too, for every place that needs it.
            for column in [columns.name, columns.latitude, columns.longitude]
            where table.bytes(column).isEmpty {
                table.add(.missingValue, column.name, stop.id)
            }
        case .node, .boardingArea:
            if (stop.latitude == nil) != (stop.longitude == nil) {
                table.add(.missingValue, columns.latitude.name, stop.id)
            }
        }
    }
}

private struct StopColumns {
    let id, code, name, about, latitude, longitude: FeedTable.Column
    let zone, url, type, parent, timeZone, platform: FeedTable.Column

    init(_ table: inout FeedTable) {
        id = table.column("stop_id", isRequired: true)
        code = table.column("stop_code")
        name = table.column("stop_name")
        about = table.column("stop_desc")
        latitude = table.column("stop_lat")
        longitude = table.column("stop_lon")
        zone = table.column("zone_id")
        url = table.column("stop_url")
        type = table.column("location_type")
        parent = table.column("parent_station")
        timeZone = table.column("stop_timezone")
        platform = table.column("platform_code")
    }
}
