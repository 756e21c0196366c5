import Core
import Feeds
import Storage
import Transit
import Web

/// Reads the file of a feed on a thread of its own, as reading blocks.
actor FeedFileReader {
    /// The codes that a table of runs may refer to.
    struct Codes: Sendable {
        /// The zone of each station.
        var zones: [Int64: String] = [:]
        var carriers: Set<String> = []
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor = FileExecutor(label: "vitrina.feed")
    private let options: FeedOptions
    private let file: String
    private let timetable: Timetable

    init(options: FeedOptions, file: String, timetable: Timetable) {
        (self.options, self.file, self.timetable) = (options, file, timetable)
    }

    nonisolated func codes(_ services: Services) async throws -> Codes {
        guard options.format == .runs else { return Codes() }
        var codes = Codes()
        codes.zones = try await services.database.read { connection in
            let rows = try connection.rows(
                """
                SELECT a.code, coalesce(a.zone, t.zone) AS zone FROM timetable_stations a
                LEFT JOIN timetable_settlements t ON t.code = a.settlement
                """
            )
            return Dictionary(
                try rows.map { (try $0.get("code", as: Int64.self), try $0.get("zone", as: String.self)) }
            ) { first, _ in first }
        }
        codes.carriers = Set(
            services.live.state[Carriers.type.name].contents.compactMap { $0.string("code") }
        )
        return codes
    }

    /// The rows, nil if the file has an error, and a report with its faults.
    ///
    /// `goesOn` gets the bytes read and those of all, and answers false to end the reading.
    func read(
        _ path: String,
        _ codes: Codes,
        goesOn: @escaping @Sendable (_ done: Int, _ total: Int) -> Bool
    ) throws -> (rows: FeedRows?, report: FeedReport) {
        var report = FeedReport(isTrial: options.isTrial, file: file)
        let isCancelled = Locked(false)
        let progress: (Int, Int) -> Void = { done, total in
            if !goesOn(done, total) { isCancelled.update { $0 = true } }
        }
        switch options.format {
        case .gtfs:
            let reading = try GTFSReader().read(
                path,
                progress: progress,
                isCancelled: { isCancelled.value }
            )
            (report.faults, report.ignoredFiles) = (reading.faults, reading.ignoredFiles)
            return (reading.feed.map { FeedRows($0, options, near: timetable) }, report)
        case .stations:
            let reading = try StationsListReader().read(
                path,
                progress: progress,
                isCancelled: { isCancelled.value }
            )
            report.faults = reading.faults
            return (try reading.list.map { try FeedRows($0, options) }, report)
        case .runs:
            let reader = RunsReader(
                isStop: { codes.zones[Int64($0.dropFirst()) ?? 0] != nil && $0.hasPrefix("s") },
                isCarrier: { codes.carriers.contains(String($0)) }
            )
            let reading = try reader.read(path, progress: progress, isCancelled: { isCancelled.value })
            report.faults = reading.faults
            return (reading.runs.map { FeedRows($0, zones: codes.zones) }, report)
        }
    }
}
