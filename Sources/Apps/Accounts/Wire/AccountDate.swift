import Core
import Storage

/// Dates as the app writes and reads them, without a zone (accounts.md section 2).
enum AccountDate {
    /// Reads `22.01.2015 15:23:56`, `2014-05-17T12:03:42`, and each without a time.
    ///
    /// Ignores fractions and zones. Returns `2014-05-17T12:03:42`, or nil if there is no such moment.
    static func normalized(_ text: String) -> String? {
        guard text.utf8.count <= 40 else { return nil }
        let isRussian = text.contains(".") && !text.contains("-")
        let parts = text.split(separator: isRussian || !text.contains("T") ? " " : "T", maxSplits: 1)
        guard let day = parts.first.flatMap({ isRussian ? russian($0) : CivilDate(String($0)) }) else {
            return nil
        }
        let time = parts.count == 2 ? clock(parts[1]) : "00:00:00"
        return time.map { "\(day)T\($0)" }
    }

    /// A date of birth that is not in the future, with an age of at most `ageMax` years (A39).
    static func birthday(_ text: String, at now: Timestamp) -> String? {
        guard let normalized = normalized(text), let day = CivilDate(String(normalized.prefix(10))) else {
            return nil
        }
        // The day begins first in the zone with the greatest offset.
        let today = now.advanced(by: aheadMax).seconds / secondsPerDay
        let first = today - Int64(ageMax) * 1461 / 4 - 1
        return first...today ~= day.daysSince1970 ? normalized : nil
    }

    private static let ageMax = 120
    private static let aheadMax: Duration = .seconds(14 * 3600)
    private static let secondsPerDay: Int64 = 86_400

    /// The moment at which a clock of the zone shows the text.
    static func moment(_ text: String, in zone: Zone) -> Timestamp? {
        guard let normalized = normalized(text), let asUTC = Timestamp("\(normalized)Z") else { return nil }
        let local = asUTC.seconds
        return asUTC.advanced(by: .seconds(zone.instant(local: local) - local))
    }

    /// The time of the zone at that moment: `2014-05-17T12:03:42`.
    static func text(_ moment: Timestamp, in zone: Zone) -> String {
        let local = moment.advanced(by: .seconds(zone.offset(at: moment.seconds)))
        return String(local.description.prefix(19))
    }

    private static func russian(_ text: Substring) -> CivilDate? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 2, parts[1].count == 2, parts[2].count == 4,
            let day = Int64(parts[0]), let month = Int64(parts[1]), let year = Int64(parts[2])
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private static func clock(_ text: Substring) -> String? {
        let plain = text.prefix { $0.isNumber || $0 == ":" }
        let rest = text.dropFirst(plain.count)
        guard rest.allSatisfy({ $0.isASCII && ($0.isNumber || ".:+- Z".contains($0)) }) else { return nil }
        let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, parts.allSatisfy({ $0.count == 2 }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 })
        else {
            return nil
        }
        return parts.joined(separator: ":") + (parts.count == 2 ? ":00" : "")
    }
}
