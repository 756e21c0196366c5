/// Writes runs as a runs table; reading it gives equal runs.
package struct RunsWriter {
    private var table = TableWriter()

    /// Begins with a byte order mark, which Excel needs to read UTF-8, and the header.
    package init() {
        table.byteOrderMark()
        table.header(RunsTable.columns)
    }

    package mutating func add(_ run: Run) {
        for (index, stop) in run.stops.enumerated() {
            table.text(run.uid)
            if index == 0 {
                head(of: run)
            } else {
                for _ in 0..<9 { table.text("") }
            }
            table.text(stop.code)
            table.text(stop.arrival.map(GTFSTime.text) ?? "")
            table.text(stop.departure.map(GTFSTime.text) ?? "")
            table.text(stop.platform)
            table.text(stop.terminal)
            table.endRow()
        }
    }

    private mutating func head(of run: Run) {
        table.text(run.number)
        table.text(run.title)
        table.text(run.transportType)
        table.number(run.carrier)
        table.text((0..<7).filter { run.weekdays >> UInt8($0) & 1 == 1 }.map { String($0 + 1) }.joined())
        table.text(run.start?.iso ?? "")
        table.text(run.end?.iso ?? "")
        table.text(run.exceptDates.map(\.iso).joined(separator: "|"))
        table.text(run.extraDates.map(\.iso).joined(separator: "|"))
    }

    /// The bytes since the last call; callers take them now and then, so that memory stays bounded.
    package mutating func take() -> [UInt8] { table.take() }
}
