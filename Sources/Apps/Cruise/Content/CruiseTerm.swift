import Core
import Storage

/// The departure and the return of a cruise, in Moscow time, which timetables of ships use.
struct CruiseTerm: Sendable, Hashable {
    /// Moscow is ahead of UTC by three hours all the year.
    static let offset: Duration = .seconds(3 * 3600)

    let start: Timestamp
    let end: Timestamp

    /// Nil if the cruise lacks a date.
    init?(_ cruise: LiveContent) {
        guard let start = cruise.timestamp("starts_at"), let end = cruise.timestamp("ends_at") else {
            return nil
        }
        self.init(start: start, end: end)
    }

    init(start: Timestamp, end: Timestamp) {
        (self.start, self.end) = (start, end)
    }

    var startDate: CivilDate { Self.date(of: start) }
    var endDate: CivilDate { Self.date(of: end) }

    /// Nights aboard; 0 for a trip of one day.
    var nights: Int64 { max(0, endDate.daysSince1970 - startDate.daysSince1970) }

    /// Days with the first and the last one.
    var days: Int64 { nights + 1 }

    /// The date of a day of the cruise; the first one is 1.
    func date(ofDay day: Int64) -> CivilDate {
        CivilDate(daysSince1970: startDate.daysSince1970 + min(max(day, 1), Cruises.days.upperBound) - 1)
    }

    static func date(of moment: Timestamp) -> CivilDate {
        let seconds = moment.advanced(by: offset).seconds
        return CivilDate(daysSince1970: (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
    }

    /// ISO 8601 with the offset of Moscow: `2026-06-15T18:30:00+03:00`.
    static func text(_ moment: Timestamp) -> String {
        moment.advanced(by: offset).description.prefix(19) + "+03:00"
    }
}
