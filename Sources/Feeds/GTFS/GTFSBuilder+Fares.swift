import Core

/// `transfers.txt`, `fare_attributes.txt`, `fare_rules.txt`, `feed_info.txt`.
extension GTFSBuilder {
    mutating func readTransfers(_ table: inout FeedTable) throws {
        let (fromStop, toStop) = (table.column("from_stop_id"), table.column("to_stop_id"))
        let (fromRoute, toRoute) = (table.column("from_route_id"), table.column("to_route_id"))
        let (fromTrip, toTrip) = (table.column("from_trip_id"), table.column("to_trip_id"))
        let type = table.column("transfer_type")
        let minimumTime = table.column("min_transfer_time")
        let files = (GTFSFile.stops.rawValue, GTFSFile.routes.rawValue, GTFSFile.trips.rawValue)

        while try table.next() {
            var transfer = GTFSFeed.Transfer()
            transfer.type = table.number(type, 0...5).map { Int8($0) } ?? 0
            // A transfer between trips needs trips, any other one stops.
            let needed = transfer.type < 4 ? [fromStop, toStop] : [fromTrip, toTrip]
            for column in needed where table.bytes(column).isEmpty {
                table.add(.missingValue, column.name, "")
            }
            transfer.fromStop = table.reference(fromStop, in: stops, of: files.0)
            transfer.toStop = table.reference(toStop, in: stops, of: files.0)
            transfer.fromRoute = table.reference(fromRoute, in: routes, of: files.1)
            transfer.toRoute = table.reference(toRoute, in: routes, of: files.1)
            transfer.fromTrip = table.reference(fromTrip, in: trips, of: files.2)
            transfer.toTrip = table.reference(toTrip, in: trips, of: files.2)
            transfer.minimumTime = table.number(minimumTime, 0...86_400).map { Int32($0) }
            feed.transfers.append(transfer)
        }
    }

    mutating func readFares(_ table: inout FeedTable) throws {
        let id = table.column("fare_id", isRequired: true)
        let price = table.column("price", isRequired: true)
        let currency = table.column("currency_type", isRequired: true)
        let method = table.column("payment_method", isRequired: true)
        let transfers = table.column("transfers")
        let agency = table.column("agency_id")
        let duration = table.column("transfer_duration")

        while try table.next() {
            guard table.require(id) else { continue }
            guard fares.insert(table.bytes(id)).isNew else {
                table.add(.duplicate, id.name, table.shown(id))
                continue
            }
            var fare = GTFSFeed.Fare()
            fare.id = try table.identifier(id, of: fares)
            fare.price = readPrice(price, &table)
            fare.currency = try table.requiredText(currency, in: &texts)
            if !fare.currency.isEmpty, !Self.isCurrency(fare.currency) {
                table.add(.badCode, currency.name, fare.currency)
            }
            fare.isPrepaid = table.requiredNumber(method, 0...1) == 1
            fare.transfers = table.number(transfers, 0...2).map { Int8($0) }
            fare.agency = table.reference(agency, in: agencies, of: GTFSFile.agency.rawValue)
            fare.duration = table.number(duration, 0...Int(Int32.max)).map { Int32($0) }
            feed.fares.append(fare)
        }
    }

    private func readPrice(_ column: FeedTable.Column, _ table: inout FeedTable) -> Int64 {
        guard table.require(column),
            let price = table.decimal(column, 0...1_000_000_000, .badPrice)
        else { return 0 }
        let hundredths = (price * 100).rounded()
        if abs(price * 100 - hundredths) > 0.000_1 {
            table.add(.roundedPrice, column.name, table.shown(column))
        }
        return Int64(hundredths)
    }

    private static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { 65...90 ~= $0 }
    }

    mutating func readFareRules(_ table: inout FeedTable) throws {
        let fare = table.column("fare_id", isRequired: true)
        let route = table.column("route_id")
        let (origin, destination) = (table.column("origin_id"), table.column("destination_id"))
        let through = table.column("contains_id")

        while try table.next() {
            var rule = GTFSFeed.FareRule()
            table.require(fare)
            rule.fare = table.reference(fare, in: fares, of: GTFSFile.fareAttributes.rawValue) ?? 0
            rule.route = table.reference(route, in: routes, of: GTFSFile.routes.rawValue)
            rule.origin = try table.text(origin, in: &texts)
            rule.destination = try table.text(destination, in: &texts)
            rule.through = try table.text(through, in: &texts)
            feed.fareRules.append(rule)
        }
    }

    mutating func readInfo(_ table: inout FeedTable) throws {
        let name = table.column("feed_publisher_name", isRequired: true)
        let url = table.column("feed_publisher_url", isRequired: true)
        let language = table.column("feed_lang", isRequired: true)
        let standard = table.column("default_lang")
        let (start, end) = (table.column("feed_start_date"), table.column("feed_end_date"))
        let version = table.column("feed_version")
        let (email, contact) = (table.column("feed_contact_email"), table.column("feed_contact_url"))

        while try table.next() {
            guard feed.info == nil else {
                table.add(.duplicate, "", "")
                continue
            }
            var info = GTFSFeed.Info()
            info.publisherName = try table.requiredText(name, in: &texts)
            info.publisherURL = try table.requiredText(url, in: &texts)
            info.language = try table.requiredText(language, in: &texts)
            info.defaultLanguage = try table.text(standard, in: &texts)
            (info.start, info.end) = (table.date(start), table.date(end))
            if let first = info.start, let last = info.end, last < first {
                table.add(.endBeforeStart, end.name, table.shown(end))
            }
            info.version = try table.text(version, in: &texts)
            info.contactEmail = try table.text(email, in: &texts)
            info.contactURL = try table.text(contact, in: &texts)
            feed.info = info
        }
    }
}
