import Core
import Storage

/// The times at which backups are made by themselves, and the number that is kept.
package struct BackupPlan: Sendable, Hashable {
    /// The id of the only plan.
    package static let id = "nightly"
    package static let minutes: ClosedRange<Int64> = 0...1439
    package static let counts: ClosedRange<Int64> = 0...1000
    private static let minute: Int64 = 60

    package let isOn: Bool
    /// Minutes after midnight, in the time zone of the server.
    package let minute: Int64
    /// The days, weeks and months of which the last backup is kept.
    package let daily: Int64
    package let weekly: Int64
    package let monthly: Int64

    package init(isOn: Bool, minute: Int64, daily: Int64, weekly: Int64, monthly: Int64) {
        (self.isOn, self.minute) = (isOn, minute)
        (self.daily, self.weekly, self.monthly) = (daily, weekly, monthly)
    }

    init(_ row: Row) throws {
        self.init(
            isOn: try row.get("is_on"),
            minute: try row.get("minute"),
            daily: try row.get("daily"),
            weekly: try row.get("weekly"),
            monthly: try row.get("monthly")
        )
    }

    /// The last time before `now` at which a backup was due.
    package func lastDue(before now: Timestamp, in zone: Zone) -> Timestamp {
        let today = Int64(zone.day(at: now.seconds))
        let times = [today, today - 1].map { day in
            zone.instant(local: day * 86_400 + minute * Self.minute)
        }
        let last = times.first { $0 <= now.seconds } ?? times[1]
        return Timestamp(seconds: last) ?? now
    }

    /// The ids of the backups that are kept: the last one of each of the last days, weeks and months, and the newest.
    package func kept(_ backups: [(id: String, at: Timestamp)], in zone: Zone) -> Set<String> {
        let newestFirst = backups.sorted { ($0.at, $0.id) > ($1.at, $1.id) }
        let days = newestFirst.map { (id: $0.id, day: Int64(zone.day(at: $0.at.seconds))) }
        var kept = Set(days.prefix(1).map(\.id))
        // Day 0 was a Thursday, and weeks begin on Mondays.
        kept.formUnion(Self.last(daily, of: days) { $0 })
        kept.formUnion(Self.last(weekly, of: days) { ($0 + 3) / 7 })
        kept.formUnion(
            Self.last(monthly, of: days) { day in
                let date = CivilDate(daysSince1970: day)
                return date.year * 12 + date.month
            }
        )
        return kept
    }

    private static func last(
        _ count: Int64,
        of days: [(id: String, day: Int64)],
        by period: (Int64) -> Int64
    ) -> Set<String> {
        var (seen, kept): (Set<Int64>, Set<String>) = ([], [])
        for (id, day) in days where Int64(seen.count) < count && seen.insert(period(day)).inserted {
            kept.insert(id)
        }
        return kept
    }
}
