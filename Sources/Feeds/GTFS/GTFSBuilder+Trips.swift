import Core

/// `routes.txt`, `trips.txt`, `frequencies.txt`.
extension GTFSBuilder {
    /// Basic types end at 12, extended ones at 1702.
    private static let routeTypes = 0...1_702

    mutating func readRoutes(_ table: inout FeedTable) throws {
        let id = table.column("route_id", isRequired: true)
        let agency = table.column("agency_id")
        let (shortName, longName) = (table.column("route_short_name"), table.column("route_long_name"))
        let about = table.column("route_desc")
        let type = table.column("route_type", isRequired: true)
        let url = table.column("route_url")
        let (color, textColor) = (table.column("route_color"), table.column("route_text_color"))
        let sortOrder = table.column("route_sort_order")

        while try table.next() {
            guard table.require(id) else { continue }
            guard routes.insert(table.bytes(id)).isNew else {
                table.add(.duplicate, id.name, table.shown(id))
                continue
            }
            var route = GTFSFeed.Route()
            route.id = try table.identifier(id, of: routes)
            if table.bytes(agency).isEmpty {
                if feed.agencies.count > 1 { table.add(.missingAgencyID, agency.name, route.id) }
            } else {
                route.agency = table.reference(agency, in: agencies, of: GTFSFile.agency.rawValue) ?? 0
            }
            route.shortName = try table.text(shortName, in: &texts)
            route.longName = try table.text(longName, in: &texts)
            if route.shortName.isEmpty, route.longName.isEmpty {
                table.add(.missingValue, shortName.name, route.id)
            }
            route.about = try table.text(about, in: &texts)
            route.type = table.requiredNumber(type, Self.routeTypes).map { Int32($0) } ?? 3
            route.url = try table.text(url, in: &texts)
            route.color = table.color(color)
            route.textColor = table.color(textColor)
            route.sortOrder = table.number(sortOrder, 0...Int(Int32.max)).map { Int32($0) }
            feed.routes.append(route)
        }
    }

    mutating func readTrips(_ table: inout FeedTable) throws {
        let id = table.column("trip_id", isRequired: true)
        let route = table.column("route_id", isRequired: true)
        let service = table.column("service_id", isRequired: true)
        let (headsign, shortName) = (table.column("trip_headsign"), table.column("trip_short_name"))
        let (direction, block) = (table.column("direction_id"), table.column("block_id"))
        var (lastRoute, lastService): (Int32, Int32) = (-1, -1)

        while try table.next() {
            guard table.require(id) else { continue }
            guard trips.insert(table.bytes(id)).isNew else {
                table.add(.duplicate, id.name, table.shown(id))
                continue
            }
            var trip = GTFSFeed.Trip()
            trip.id = try table.identifier(id, of: trips)
            table.require(route)
            table.require(service)
            let (routesFile, datesFile) = (GTFSFile.routes.rawValue, GTFSFile.calendar.rawValue)
            trip.route = table.reference(route, in: routes, of: routesFile, hint: lastRoute) ?? 0
            trip.service = table.reference(service, in: services, of: datesFile, hint: lastService) ?? 0
            (lastRoute, lastService) = (trip.route, trip.service)
            trip.headsign = try table.text(headsign, in: &texts)
            trip.shortName = try table.text(shortName, in: &texts)
            trip.direction = table.number(direction, 0...1).map { Int8($0) }
            trip.block = try table.text(block, in: &texts)
            feed.trips.append(trip)
            tripLines.append(Int32(clamping: table.line))
        }
    }

    mutating func readFrequencies(_ table: inout FeedTable) throws {
        let trip = table.column("trip_id", isRequired: true)
        let start = table.column("start_time", isRequired: true)
        let end = table.column("end_time", isRequired: true)
        let headway = table.column("headway_secs", isRequired: true)
        let exact = table.column("exact_times")
        var lines: [Int32] = []

        while try table.next() {
            guard [trip, start, end].allSatisfy({ table.bytes($0).isEmpty == false }) else {
                for column in [trip, start, end] { table.require(column) }
                continue
            }
            let index = table.reference(trip, in: trips, of: GTFSFile.trips.rawValue)
            let times = (table.time(start), table.time(end))
            let seconds = table.requiredNumber(headway, 1...86_400)
            let isExact = table.number(exact, 0...1) == 1
            guard let index, let from = times.0, let until = times.1, let seconds else { continue }
            if until <= from { table.add(.endBeforeStart, end.name, table.shown(end)) }
            var frequency = GTFSFeed.Frequency()
            (frequency.trip, frequency.start, frequency.end) = (index, from, until)
            (frequency.headway, frequency.isExact) = (Int32(seconds), isExact)
            feed.frequencies.append(frequency)
            lines.append(Int32(clamping: table.line))
        }
        checkOverlaps(lines, &table.faults)
    }

    /// Frequencies of one trip must follow each other.
    private func checkOverlaps(_ lines: [Int32], _ faults: inout FeedFaults) {
        let rows = feed.frequencies
        let order = rows.indices.sorted {
            (rows[$0].trip, rows[$0].start, $0) < (rows[$1].trip, rows[$1].start, $1)
        }
        for (left, right) in zip(order, order.dropFirst())
        where rows[left].trip == rows[right].trip && rows[right].start < rows[left].end {
            faults.add(
                FeedFault(
                    .overlappingFrequencies,
                    file: GTFSFile.frequencies.rawValue,
                    line: Int(lines[right]),
                    field: "start_time",
                    value: GTFSTime.text(rows[right].start)
                )
            )
        }
    }
}
