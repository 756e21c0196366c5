import Core

/// The outcome of reading a runs table.
package struct RunsReading: Sendable {
    /// Nil if there is an error.
    package let runs: [Run]?
    package let faults: FeedFaults
}

/// Reads a runs table and checks it whole; `RunsTable` has the columns.
package struct RunsReader {
    private let limits: FeedLimits
    private let isStop: (String) -> Bool
    private let isCarrier: (Int64) -> Bool

    /// `isStop` and `isCarrier` tell which codes there are, so that the others are faults with their lines.
    package init(
        limits: FeedLimits = FeedLimits(),
        isStop: @escaping (String) -> Bool = { _ in true },
        isCarrier: @escaping (Int64) -> Bool = { _ in true }
    ) {
        self.limits = limits
        self.isStop = isStop
        self.isCarrier = isCarrier
    }

    /// Reads the file at this path; it throws as `GTFSReader.read` does.
    package func read(
        _ path: String,
        progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> RunsReading {
        let file = try PlainFile(path: path)
        let progress = FeedProgress(all: file.size, report: progress, isCancelled: isCancelled)
        var faults = FeedFaults(keptMax: limits.faultsMax)
        var runs: [Run] = []
        do {
            let table = try FeedTable(
                file: String(path.split(separator: "/").last ?? ""),
                source: file,
                progress: progress,
                limits: limits,
                guessesSeparator: true
            )
            var builder = RunsBuilder(table: table, isStop: isStop, isCarrier: isCarrier)
            defer { faults.add(builder.table.faults) }
            runs = try builder.build()
        } catch let fault as FeedFault {
            faults.add(fault)
        }
        return RunsReading(runs: faults.errorCount == 0 ? runs : nil, faults: faults)
    }
}
