import Core
import Storage
import Web

/// The views and downloads of each day of a span, of every mod or of one.
struct ModDays: Sendable {
    /// Days, the first and the last included.
    struct Span: Sendable, Hashable {
        let from: CivilDate
        let to: CivilDate

        /// The length of the longest span, in days.
        private static let daysMax: Int64 = 366
        private static let daysDefault: Int64 = 30

        /// The given days; by default the thirty up to today.
        init(from first: CivilDate? = nil, to last: CivilDate? = nil, now: Timestamp) throws(Problem) {
            guard let to = last ?? CivilDate(now.day) else { throw Self.wrong("to", "не день", "is no day") }
            let standard = Timestamp(seconds: (to.daysSince1970 - Self.daysDefault + 1) * 86_400)
                .flatMap { CivilDate($0.day) }
            guard let from = first ?? standard, from.daysSince1970 <= to.daysSince1970 else {
                throw Self.wrong("from", "позже конца", "must not be after the end")
            }
            guard to.daysSince1970 - from.daysSince1970 < Self.daysMax else {
                throw Self.wrong(
                    "from",
                    "не больше \(Self.daysMax) дней",
                    "must be at most \(Self.daysMax) days before the end"
                )
            }
            (self.from, self.to) = (from, to)
        }

        private static func wrong(_ name: String, _ ru: String, _ en: String) -> Problem {
            .invalid([Fault("#/\(name)", ru, en)])
        }

        fileprivate var days: [String] {
            (from.daysSince1970...to.daysSince1970).compactMap {
                Timestamp(seconds: $0 * 86_400)?.day
            }
        }
    }

    struct Day: Sendable {
        let name: String
        let views: Int64
        let downloads: Int64
    }

    static let kinds = [Mods.Count.views, Mods.Count.downloads]

    /// Every day of the span, including those without any count.
    let days: [Day]
    let views: Int64
    let downloads: Int64

    /// Reads the counters, of one mod if `id` is given.
    init(of id: String?, in span: Span, _ services: Services) async throws {
        // Includes the counters that this server has not saved yet.
        try await services.counts.flush()
        let lines = try await DayCounts(database: services.database).byDay(
            Mods.app,
            kinds: Self.kinds,
            subject: id,
            from: span.from,
            to: span.to
        )
        var byDay: [String: [String: Int64]] = [:]
        for line in lines { byDay[line.name, default: [:]][line.kind] = line.count }
        days = span.days.map { day in
            Day(
                name: day,
                views: byDay[day]?[Mods.Count.views] ?? 0,
                downloads: byDay[day]?[Mods.Count.downloads] ?? 0
            )
        }
        (views, downloads) = (lines.total(Mods.Count.views), lines.total(Mods.Count.downloads))
    }
}

extension [DayCounts.Line] {
    /// The sum of one counter.
    func total(_ kind: String) -> Int64 {
        filter { $0.kind == kind }.reduce(0) { $0 &+ $1.count }
    }
}
