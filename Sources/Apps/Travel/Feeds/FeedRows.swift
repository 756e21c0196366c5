import Core
import Transit

/// The rows of a feed by the feed's own ids, before they meet those of the tables.
struct FeedRows: Sendable {
    /// A row that exists only while it is written, as a country has a million stop times.
    struct Thread: Sendable {
        /// The id of the feed.
        let id: String
        /// Its calendar is an index into `calendars`; its stops are codes, or indices into `stations`
        /// if the feed has stations.
        var row: ThreadRow
        /// An index into `carriers`.
        var carrier: Int?
    }

    struct Carrier: Sendable, Hashable {
        /// The id of the feed, or the code of a carrier that exists.
        var id: String
        var title = ""
        var url = ""
        var phone = ""
        var email = ""
    }

    /// Indices into `stations`, and the shortest time in seconds; nil if one cannot change.
    struct Change: Sendable {
        let from: Int
        let to: Int
        let seconds: Int64?
    }

    var countries: [(id: String, row: AreaRow)] = []
    var regions: [(id: String, row: AreaRow)] = []
    var settlements: [(id: String, row: SettlementRow)] = []
    /// The code of a row is 0 if it is still to be given.
    var stations: [(id: String, row: StationRow)] = []
    var calendars: [(id: String, calendar: Calendar)] = []
    var carriers: [Carrier] = []
    var changes: [Change] = []
    var threadCount = 0
    /// The thread of an index below `threadCount`.
    var thread: @Sendable (Int) -> Thread = { Thread(id: "\($0)", row: .empty, carrier: nil) }
    var hasOwnStations: Bool { !stations.isEmpty }
    /// For people: the publisher.
    var publisher = ""
    var version = ""
    var validFrom: Int32?
    var validUntil: Int32?

    var count: Int {
        countries.count + regions.count + settlements.count + stations.count + calendars.count + threadCount
            + changes.count
    }
}

extension String {
    /// As long as the forms of staff allow a title to be.
    var cutToTitle: String { String(prefix(200)) }
}

extension ThreadRow {
    fileprivate static var empty: ThreadRow {
        ThreadRow(id: 0, uid: "", transport: .bus, calendar: 0, zone: "", stops: [])
    }
}
