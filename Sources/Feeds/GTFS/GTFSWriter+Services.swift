/// `calendar.txt`, `calendar_dates.txt`, `fare_attributes.txt`, `fare_rules.txt`.
extension GTFSWriter {
    mutating func writeCalendar() throws {
        let columns = [
            "service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
            "start_date", "end_date",
        ]
        let patterns = feed.services.lazy.filter { $0.start != nil }
        try rows(of: .calendar, columns, patterns) { table, service in
            table.text(service.id)
            for bit in UInt8(0)..<7 { table.number(service.weekdays >> bit & 1) }
            table.date(service.start)
            table.date(service.end)
        }
    }

    mutating func writeCalendarDates() throws {
        let dates = feed.services.lazy.flatMap { service in
            service.added.map { (service.id, $0, 1) } + service.removed.map { (service.id, $0, 2) }
        }
        guard dates.contains(where: { _ in true }) else { return }
        try rows(of: .calendarDates, ["service_id", "date", "exception_type"], dates) { table, exception in
            table.text(exception.0)
            table.date(exception.1)
            table.number(exception.2)
        }
    }

    mutating func writeFares() throws {
        guard !feed.fares.isEmpty else { return }
        let columns = [
            "fare_id", "price", "currency_type", "payment_method", "transfers", "agency_id",
            "transfer_duration",
        ]
        let feed = feed
        try rows(of: .fareAttributes, columns, feed.fares) { table, fare in
            table.text(fare.id)
            table.text(Self.price(fare.price))
            table.text(fare.currency)
            table.number(fare.isPrepaid ? 1 : 0)
            table.number(fare.transfers)
            table.text(fare.agency.map { feed.agencies[Int($0)].id } ?? "")
            table.number(fare.duration)
        }
    }

    private static func price(_ hundredths: Int64) -> String {
        let cents = String(hundredths % 100)
        return "\(hundredths / 100)." + (cents.utf8.count < 2 ? "0" : "") + cents
    }

    mutating func writeFareRules() throws {
        guard !feed.fareRules.isEmpty else { return }
        let columns = ["fare_id", "route_id", "origin_id", "destination_id", "contains_id"]
        let feed = feed
        try rows(of: .fareRules, columns, feed.fareRules) { table, rule in
            table.text(feed.fares[Int(rule.fare)].id)
            table.text(rule.route.map { feed.routes[Int($0)].id } ?? "")
            table.text(rule.origin)
            table.text(rule.destination)
            table.text(rule.through)
        }
    }
}
