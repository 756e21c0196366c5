import Core

/// Makes a feed of its files, one after the other.
struct GTFSBuilder {
    var feed = GTFSFeed()
    var faults: FeedFaults
    var texts = CellTexts()
    var timeZones = TimeZoneNames()
    // Ids, whose numbers are the indices of the feed's arrays.
    var agencies = KeyIndex()
    var stops = KeyIndex()
    var routes = KeyIndex()
    var services = KeyIndex()
    var trips = KeyIndex()
    var fares = KeyIndex()
    /// Until all of them are known.
    var exceptions: [ServiceException] = []
    /// The first row of each service.
    var serviceLines: [Int32] = []
    /// The lines of the rows of `trips.txt`.
    var tripLines: [Int32] = []
    private let files: FeedFiles
    private let limits: FeedLimits
    private let progress: FeedProgress

    init(files: FeedFiles, limits: FeedLimits, progress: FeedProgress) {
        self.files = files
        self.limits = limits
        self.progress = progress
        faults = FeedFaults(keptMax: limits.faultsMax)
    }

    mutating func build() throws {
        let hasCalendar = files.names.contains(GTFSFile.calendar.rawValue)
        let hasDates = files.names.contains(GTFSFile.calendarDates.rawValue)
        if !hasCalendar, !hasDates { add(.missingFile, GTFSFile.calendar) }
        for file in GTFSFile.allCases {
            switch file {
            case .agency: try read(file, isRequired: true) { try $0.readAgencies(&$1) }
            case .stops: try read(file, isRequired: true) { try $0.readStops(&$1) }
            case .routes: try read(file, isRequired: true) { try $0.readRoutes(&$1) }
            case .calendar: try read(file) { try $0.readCalendar(&$1) }
            case .calendarDates:
                try read(file) { try $0.readCalendarDates(&$1) }
                finishServices()
            case .trips: try read(file, isRequired: true) { try $0.readTrips(&$1) }
            case .stopTimes: try read(file, isRequired: true) { try $0.readStopTimes(&$1) }
            case .frequencies: try read(file) { try $0.readFrequencies(&$1) }
            case .transfers: try read(file) { try $0.readTransfers(&$1) }
            case .fareAttributes: try read(file) { try $0.readFares(&$1) }
            case .fareRules: try read(file) { try $0.readFareRules(&$1) }
            case .feedInfo: try read(file) { try $0.readInfo(&$1) }
            }
        }
    }

    private mutating func add(_ reason: FeedFault.Reason, _ file: GTFSFile) {
        faults.add(FeedFault(reason, file: file.rawValue))
    }

    /// Opens a file and reads its rows; a fault of the file as a whole ends this file only.
    private mutating func read(
        _ file: GTFSFile,
        isRequired: Bool = false,
        rows: (inout GTFSBuilder, inout FeedTable) throws -> Void
    ) throws {
        do {
            guard let source = try files.open(file.rawValue) else {
                if isRequired { add(.missingFile, file) }
                return
            }
            var table = try FeedTable(
                file: file.rawValue,
                source: source,
                progress: progress,
                limits: limits
            )
            defer { faults.add(table.faults) }
            try rows(&self, &table)
        } catch let fault as FeedFault {
            faults.add(fault)
        }
    }
}
