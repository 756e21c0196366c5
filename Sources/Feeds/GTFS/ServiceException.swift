/// A row of `calendar_dates.txt`.
struct ServiceException {
    let service: Int32
    let date: FeedDate
    let isAdded: Bool
    let line: Int32

    func isSameDay(as other: ServiceException) -> Bool { service == other.service && date == other.date }
}
