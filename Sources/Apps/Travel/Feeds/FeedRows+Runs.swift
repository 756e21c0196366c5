import Core
import Feeds
import Transit

extension FeedRows {
    /// The rows of a table of runs, whose stations and carriers exist by their codes.
    ///
    /// Runs of the same days share a calendar. `zones` has the zone of each station.
    init(_ runs: [Run], zones: [Int64: String]) {
        self.init()
        var calendarIndices: [String: Int] = [:]
        var carrierIndices: [Int64: Int] = [:]
        var places: [(calendar: Int, carrier: Int?)] = []
        for run in runs {
            let days = run.days
            let calendar = calendarIndices[days] ?? calendars.count
            if calendarIndices.updateValue(calendar, forKey: days) == nil {
                calendars.append((days, Calendar(run, titled: days)))
            }
            let carrier = run.carrier.map { code -> Int in
                let index = carrierIndices[code] ?? carriers.count
                if carrierIndices.updateValue(index, forKey: code) == nil {
                    carriers.append(Carrier(id: String(code)))
                }
                return index
            }
            places.append((calendar, carrier))
        }
        threadCount = runs.count
        thread = { [places] index in
            let run = runs[index]
            let stops = run.stops.map { stop in
                ThreadRow.Stop(
                    station: Int64(stop.code.dropFirst()) ?? 0,
                    arrival: stop.arrival,
                    departure: stop.departure,
                    platform: stop.platform.isEmpty ? nil : stop.platform.cutToTitle,
                    terminal: stop.terminal.isEmpty ? nil : stop.terminal.cutToTitle
                )
            }
            var row = ThreadRow(
                id: 0,
                uid: run.uid,
                transport: TransportKind(name: run.transportType) ?? .train,
                calendar: Int64(places[index].calendar),
                zone: stops.first.flatMap { zones[$0.station] } ?? "UTC",
                stops: stops
            )
            row.number = String(run.number.prefix(ThreadFields.numberLengthMax))
            row.title = run.title.cutToTitle
            return Thread(id: run.uid, row: row, carrier: places[index].carrier)
        }
    }
}

extension Run {
    /// The days as one text: runs with the same text run on the same days.
    fileprivate var days: String {
        let week = (0..<7).filter { weekdays >> UInt8($0) & 1 == 1 }.map { String($0 + 1) }.joined()
        let range = [start, end].compactMap { $0?.iso }.joined(separator: "/")
        let exceptions = (extraDates.map { "+\($0.iso)" } + exceptDates.map { "-\($0.iso)" })
        let text = ([week, range].filter { !$0.isEmpty } + exceptions).joined(separator: " ")
        guard text.utf8.count > FeedLimits().identifierSizeMax else { return text }
        // Many exceptions are known by their hash, as it is an id.
        var hash = ContentHash()
        hash.add(text)
        return "\(text.prefix(100))~\(String(hash.value, radix: 16))"
    }
}

extension Calendar {
    fileprivate init(_ run: Run, titled title: String) {
        let days = run.extraDates + run.exceptDates
        let first = run.start ?? days.min() ?? FeedDate(days: 0)
        let last = run.end ?? days.max() ?? first
        self.init(
            title: String(title.prefix(Self.titleLengthMax)),
            first: first.days,
            last: max(first, last).days,
            weekdays: run.start == nil ? 0 : run.weekdays & 0x7F,
            added: run.extraDates.map(\.days),
            removed: run.exceptDates.map(\.days)
        )
    }
}
