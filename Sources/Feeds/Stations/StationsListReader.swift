import Core

/// The outcome of reading a stations list.
package struct StationsListReading: Sendable {
    /// Nil if there is an error.
    package let list: StationsList?
    package let faults: FeedFaults
}

/// Reads the JSON of a stations list as a stream.
///
/// It has the form `{"countries": [{"regions": [{"settlements": [{"stations": [{}]}]}]}]}`. Members that are not
/// known are skipped. Each fault names its value by JSON pointer and line.
package struct StationsListReader {
    private let limits: FeedLimits

    package init(limits: FeedLimits = FeedLimits()) {
        self.limits = limits
    }

    /// Reads the file at this path; it throws as `GTFSReader.read` does.
    package func read(
        _ path: String,
        progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> StationsListReading {
        let file = try PlainFile(path: path)
        let progress = FeedProgress(all: file.size, report: progress, isCancelled: isCancelled)
        var parser = StationsListParser(limits: limits)
        do {
            var scanner = try JSONScanner(
                file: String(path.split(separator: "/").last ?? ""),
                source: file,
                progress: progress,
                stringSizeMax: limits.lineLengthMax
            )
            try parser.parse(&scanner)
        } catch let fault as FeedFault {
            parser.faults.add(fault)
        }
        return StationsListReading(
            list: parser.faults.errorCount == 0 ? parser.list : nil,
            faults: parser.faults
        )
    }
}
