import Core

/// `calendar.txt`, `calendar_dates.txt`.
extension GTFSBuilder {
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    mutating func readCalendar(_ table: inout FeedTable) throws {
        let id = table.column("service_id", isRequired: true)
        let days = Self.weekdays.map { table.column($0, isRequired: true) }
        let start = table.column("start_date", isRequired: true)
        let end = table.column("end_date", isRequired: true)

        while try table.next() {
            guard table.require(id) else { continue }
            guard services.insert(table.bytes(id)).isNew else {
                table.add(.duplicate, id.name, table.shown(id))
                continue
            }
            var service = GTFSFeed.Service()
            service.id = try table.identifier(id, of: services)
            for (bit, day) in days.enumerated() where table.requiredNumber(day, 0...1) == 1 {
                service.weekdays |= 1 << UInt8(bit)
            }
            table.require(start)
            table.require(end)
            (service.start, service.end) = (table.date(start), table.date(end))
            if let start = service.start, let last = service.end, last < start {
                table.add(.endBeforeStart, end.name, table.shown(end))
            }
            feed.services.append(service)
            serviceLines.append(Int32(clamping: table.line))
        }
    }

    mutating func readCalendarDates(_ table: inout FeedTable) throws {
        let id = table.column("service_id", isRequired: true)
        let date = table.column("date", isRequired: true)
        let type = table.column("exception_type", isRequired: true)

        while try table.next() {
            guard table.require(id) else { continue }
            let (index, isNew) = services.insert(table.bytes(id))
            if isNew {
                var service = GTFSFeed.Service()
                service.id = try table.identifier(id, of: services)
                feed.services.append(service)
                serviceLines.append(Int32(clamping: table.line))
            }
            table.require(date)
            guard let day = table.date(date), let kind = table.requiredNumber(type, 1...2) else { continue }
            exceptions.append(
                ServiceException(
                    service: index,
                    date: day,
                    isAdded: kind == 1,
                    line: Int32(clamping: table.line)
                )
            )
        }
    }

    /// Gives the services their dates, and reports dates that are there twice and services without a day.
    mutating func finishServices() {
        exceptions.sort { ($0.service, $0.date, $0.line) < ($1.service, $1.date, $1.line) }
        for (index, exception) in exceptions.enumerated() {
            if index > 0, exceptions[index - 1].isSameDay(as: exception) {
                add(.duplicate, .calendarDates, exception.line, "date", exception.date.compact)
            }
            if exception.isAdded {
                feed.services[Int(exception.service)].added.append(exception.date)
            } else {
                feed.services[Int(exception.service)].removed.append(exception.date)
            }
        }
        exceptions = []
        for (service, line) in zip(feed.services, serviceLines) where service.isIdle {
            let file = service.start == nil ? GTFSFile.calendarDates : .calendar
            add(.idleService, file, line, "service_id", service.id)
        }
    }

    private mutating func add(
        _ reason: FeedFault.Reason,
        _ file: GTFSFile,
        _ line: Int32,
        _ field: String,
        _ value: String
    ) {
        faults.add(FeedFault(reason, file: file.rawValue, line: Int(line), field: field, value: value))
    }
}
