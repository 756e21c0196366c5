import Core

/// The outcome of reading a feed.
package struct GTFSReading: Sendable {
    /// Nil if there is an error.
    package let feed: GTFSFeed?
    package let faults: FeedFaults
    /// Files that say nothing about the timetable, such as `shapes.txt`.
    package let ignoredFiles: [String]
}

/// Reads GTFS Schedule feeds, ZIP archives or folders, and checks them whole.
///
/// The rules are those of the reference (gtfs.org/documentation/schedule/reference). Files are read as streams,
/// so memory grows with the number of rows and not with the size of the text.
package struct GTFSReader {
    private let limits: FeedLimits

    package init(limits: FeedLimits = FeedLimits()) {
        self.limits = limits
    }

    /// Reads the feed at this path.
    ///
    /// Every fault of the feed is in the outcome. It throws a `Problem` if the file cannot be read at all,
    /// and a `CancellationError` once `isCancelled` answers true. `progress` is told the unpacked bytes that
    /// were read and those of all tables.
    package func read(
        _ path: String,
        progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> GTFSReading {
        let files: FeedFiles
        let all: Int
        do {
            files = try FeedFiles(path: path, limits: limits)
            all = try files.size(of: GTFSFile.allCases.map(\.rawValue), limits: limits)
        } catch let fault as FeedFault {
            var faults = FeedFaults(keptMax: limits.faultsMax)
            faults.add(fault)
            return GTFSReading(feed: nil, faults: faults, ignoredFiles: [])
        }
        let progress = FeedProgress(all: all, report: progress, isCancelled: isCancelled)
        var builder = GTFSBuilder(files: files, limits: limits, progress: progress)
        try builder.build()
        return GTFSReading(
            feed: builder.faults.errorCount == 0 ? builder.feed : nil,
            faults: builder.faults,
            ignoredFiles: files.names.filter { GTFSFile(rawValue: $0) == nil }
        )
    }
}
