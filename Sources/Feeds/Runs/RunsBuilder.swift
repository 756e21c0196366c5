/// Makes runs of the rows of a runs table.
struct RunsBuilder {
    private struct Columns {
        let uid, number, title, transportType, carrier, days, start, end: FeedTable.Column
        let exceptDates, extraDates, stop, arrival, departure, platform, terminal: FeedTable.Column

        init(_ table: inout FeedTable) {
            uid = table.column("uid", isRequired: true)
            number = table.column("number")
            title = table.column("title")
            transportType = table.column("transport_type", isRequired: true)
            carrier = table.column("carrier")
            days = table.column("days", isRequired: true)
            start = table.column("start_date", isRequired: true)
            end = table.column("end_date", isRequired: true)
            exceptDates = table.column("except_dates")
            extraDates = table.column("extra_dates")
            stop = table.column("stop", isRequired: true)
            arrival = table.column("arrival", isRequired: true)
            departure = table.column("departure", isRequired: true)
            platform = table.column("platform")
            terminal = table.column("terminal")
        }

        /// The columns that describe the whole run.
        var head: [FeedTable.Column] {
            [number, title, transportType, carrier, days, start, end, exceptDates, extraDates]
        }
    }

    private(set) var table: FeedTable
    private let columns: Columns
    private let isStop: (String) -> Bool
    private let isCarrier: (Int64) -> Bool
    private var texts = CellTexts()
    private var uids = KeyIndex()
    private var runs: [Run] = []
    /// The cells of the first row of the run that is being read.
    private var head: [[UInt8]] = []
    private var lastTime: Int32 = 0
    private var lacksDeparture = false
    /// The line of the last row, as some faults are known only once the next one has been read.
    private var lastLine = 1

    init(table: FeedTable, isStop: @escaping (String) -> Bool, isCarrier: @escaping (Int64) -> Bool) {
        var table = table
        columns = Columns(&table)
        self.table = table
        self.isStop = isStop
        self.isCarrier = isCarrier
    }

    mutating func build() throws -> [Run] {
        var current: Int32 = -1
        while try table.next() {
            guard table.require(columns.uid) else { continue }
            let (index, isNew) = uids.insert(table.bytes(columns.uid))
            if isNew {
                endRun()
                try beginRun()
                current = index
            } else if index != current {
                table.add(.scattered, columns.uid.name, table.shown(columns.uid))
                continue
            } else {
                checkHead()
            }
            try addStop()
            lastLine = table.line
        }
        endRun()
        return runs
    }

    private mutating func beginRun() throws {
        head = columns.head.map { Array(table.bytes($0)) }
        lastTime = 0
        var run = Run()
        run.uid = try table.identifier(columns.uid, of: uids)
        if run.uid.count > RunsTable.uidLengthMax { table.add(.badCode, columns.uid.name, run.uid) }
        run.number = try table.text(columns.number, in: &texts)
        run.title = try table.text(columns.title, in: &texts)
        run.transportType = try table.requiredText(columns.transportType, in: &texts)
        let types = StationsList.transportTypes
        if !run.transportType.isEmpty, !types.contains(run.transportType) {
            table.add(.badChoice(types), columns.transportType.name, run.transportType)
        }
        run.carrier = table.number(columns.carrier, 0...Int(Int32.max)).map { Int64($0) }
        if let carrier = run.carrier, !isCarrier(carrier) {
            table.add(.unknownCode, columns.carrier.name, String(carrier))
        }
        readDays(of: &run)
        runs.append(run)
    }

    private mutating func readDays(of run: inout Run) {
        for byte in table.bytes(columns.days) {
            guard 49...55 ~= byte else {
                table.add(.badWeekdays, columns.days.name, table.shown(columns.days))
                break
            }
            run.weekdays |= 1 << (byte - 49)
        }
        (run.start, run.end) = (table.date(columns.start), table.date(columns.end))
        if run.weekdays != 0 {
            table.require(columns.start)
            table.require(columns.end)
        }
        if let start = run.start, let end = run.end, end < start {
            table.add(.endBeforeStart, columns.end.name, table.shown(columns.end))
        }
        run.exceptDates = dates(columns.exceptDates)
        run.extraDates = dates(columns.extraDates)
        var service = GTFSFeed.Service()
        (service.start, service.end, service.weekdays) = (run.start, run.end, run.weekdays)
        (service.added, service.removed) = (run.extraDates, run.exceptDates)
        if service.isIdle { table.add(.idleService, columns.days.name, table.shown(columns.days)) }
    }

    /// Dates with `|` between them, in order, each once.
    private mutating func dates(_ column: FeedTable.Column) -> [FeedDate] {
        var dates: Set<FeedDate> = []
        for part in table.bytes(column).split(separator: UInt8(ascii: "|")) {
            guard let date = CellValue.date(part) else {
                table.add(.badDateList, column.name, table.shown(column))
                break
            }
            dates.insert(date)
        }
        return dates.sorted()
    }

    /// A line below the first one says the same of the run, or nothing.
    private mutating func checkHead() {
        for (column, first) in zip(columns.head, head) {
            let cell = table.bytes(column)
            if !cell.isEmpty, !cell.elementsEqual(first) {
                table.add(.differentHead, column.name, table.shown(column))
            }
        }
    }

    private mutating func addStop() throws {
        var stop = Run.Stop()
        stop.code = try table.requiredText(columns.stop, in: &texts)
        if !stop.code.isEmpty, !isStop(stop.code) { table.add(.unknownCode, columns.stop.name, stop.code) }
        stop.platform = try table.text(columns.platform, in: &texts)
        stop.terminal = try table.text(columns.terminal, in: &texts)
        stop.arrival = time(columns.arrival)
        stop.departure = time(columns.departure)
        let last = runs.count - 1
        guard last >= 0 else { return }
        let isFirst = runs[last].stops.isEmpty
        if isFirst { table.require(columns.departure) } else { table.require(columns.arrival) }
        // That a stop is not the last one is known only here.
        if lacksDeparture, runs[last].stops.count > 1 { add(.missingValue, columns.departure, "") }
        lacksDeparture = table.bytes(columns.departure).isEmpty
        for (column, time) in [(columns.arrival, stop.arrival), (columns.departure, stop.departure)] {
            guard let time else { continue }
            if time < lastTime { table.add(.timesDecrease, column.name, table.shown(column)) }
            lastTime = time
        }
        if isFirst { stop.arrival = nil }
        runs[last].stops.append(stop)
    }

    private mutating func time(_ column: FeedTable.Column) -> Int32? {
        let bytes = table.bytes(column)
        guard !bytes.isEmpty else { return nil }
        guard let time = CellValue.time(bytes, allowsMinutes: true) else {
            table.add(.badTime, column.name, table.shown(column))
            return nil
        }
        return time
    }

    private mutating func endRun() {
        guard let run = runs.last else { return }
        if run.stops.count < 2 { add(.shortRun, columns.uid, run.uid) }
        if !run.stops.isEmpty { runs[runs.count - 1].stops[run.stops.count - 1].departure = nil }
    }

    private mutating func add(_ reason: FeedFault.Reason, _ column: FeedTable.Column, _ value: String) {
        table.faults.add(
            FeedFault(reason, file: table.file, line: lastLine, field: column.name, value: value)
        )
    }
}
