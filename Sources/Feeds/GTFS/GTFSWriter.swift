import Core
import Glibc

/// Writes a feed as a GTFS archive, file by file; reading it gives an equal feed.
package struct GTFSWriter {
    /// Bytes of a table that are collected before they are packed.
    private static let pieceSize = 256 << 10

    let feed: GTFSFeed
    private let zip: ZIPFileWriter
    private var table = TableWriter()

    private init(_ feed: GTFSFeed, _ zip: ZIPFileWriter) {
        self.feed = feed
        self.zip = zip
    }

    /// Writes the archive; the file appears, or changes, only once it is whole.
    package static func write(_ feed: GTFSFeed, to path: String) throws {
        let draft = path + ".part"
        do {
            let zip = try ZIPFileWriter(path: draft)
            var writer = GTFSWriter(feed, zip)
            for file in GTFSFile.allCases { try writer.write(file) }
            try zip.finish()
            guard rename(draft, path) == 0 else {
                throw Problem(
                    .unavailable,
                    Localized("Файл \(path) не записывается.", "The file \(path) cannot be written.")
                )
            }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private mutating func write(_ file: GTFSFile) throws {
        switch file {
        case .agency: try writeAgencies()
        case .stops: try writeStops()
        case .routes: try writeRoutes()
        case .calendar: try writeCalendar()
        case .calendarDates: try writeCalendarDates()
        case .trips: try writeTrips()
        case .stopTimes: try writeStopTimes()
        case .frequencies: try writeFrequencies()
        case .transfers: try writeTransfers()
        case .fareAttributes: try writeFares()
        case .fareRules: try writeFareRules()
        case .feedInfo: try writeInfo()
        }
    }

    /// Writes a file of these columns, a row for each element; none where an optional file would have no row.
    mutating func rows<Rows: Sequence>(
        of file: GTFSFile,
        _ columns: [String],
        _ rows: Rows,
        row: (inout TableWriter, Rows.Element) -> Void
    ) throws {
        try zip.begin(file.rawValue)
        table.header(columns)
        for element in rows {
            row(&table, element)
            table.endRow()
            if table.count >= Self.pieceSize { try zip.add(table.take()) }
        }
        try zip.add(table.take())
    }
}
