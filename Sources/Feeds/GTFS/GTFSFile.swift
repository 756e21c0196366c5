/// The files of a feed that are read, in this order: what is referred to comes first.
enum GTFSFile: String, CaseIterable {
    case agency = "agency.txt"
    case stops = "stops.txt"
    case routes = "routes.txt"
    case calendar = "calendar.txt"
    case calendarDates = "calendar_dates.txt"
    case trips = "trips.txt"
    case stopTimes = "stop_times.txt"
    case frequencies = "frequencies.txt"
    case transfers = "transfers.txt"
    case fareAttributes = "fare_attributes.txt"
    case fareRules = "fare_rules.txt"
    case feedInfo = "feed_info.txt"
}
