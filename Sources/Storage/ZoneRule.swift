/// The rule of a time zone for years after its table: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, TZ; RFC 9636, 3.3).
struct ZoneRule {
    private let standard: Int32
    private let summer: Int32
    private let starts: Day
    private let ends: Day

    /// Nil if the text has no summer time, or is not of this form.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var names = parts[0]
        guard Self.skipName(&names), let west = Self.seconds(&names), Self.skipName(&names) else {
            return nil
        }
        standard = -west
        if names.isEmpty {
            summer = standard + 3600
        } else {
            guard let west = Self.seconds(&names), names.isEmpty else { return nil }
            summer = -west
        }
        guard let starts = Day(parts[1]), let ends = Day(parts[2]) else { return nil }
        (self.starts, self.ends) = (starts, ends)
    }

    /// The beginning and the end of summer time in a year, in the order of time.
    func changes(in year: Int64) -> [(instant: Int64, offset: Int32)] {
        let start = starts.local(in: year).map { ($0 - Int64(standard), summer) }
        let end = ends.local(in: year).map { ($0 - Int64(summer), standard) }
        return [start, end].compactMap { $0 }.sorted { $0.0 < $1.0 }
    }

    /// `CET`, or `<+03>`.
    private static func skipName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isLetter }
        text = text[name.endIndex...]
        return !name.isEmpty
    }

    /// `-1`, `3:30`, `-2:00:00`, in seconds; at most a week.
    fileprivate static func seconds(_ text: inout Substring) -> Int32? {
        let sign: Int32 = text.first == "-" ? -1 : 1
        if text.first == "-" || text.first == "+" { text = text.dropFirst() }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        text = text[digits.endIndex...]
        let numbers = digits.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard 1...3 ~= numbers.count, numbers.allSatisfy({ $0.map { 0...167 ~= $0 } == true }) else {
            return nil
        }
        let known = numbers.compactMap(\.self) + [0, 0]
        return sign * (known[0] * 3600 + known[1] * 60 + known[2])
    }

    /// A day of the year and its time.
    private struct Day {
        private enum Kind {
            /// The first to fourth, or the last (5), weekday of a month; 0 is Sunday.
            case week(month: Int64, week: Int64, weekday: Int64)
            /// The day of the year from 1 to 365, without 29 February.
            case day(Int64)
            /// The day of the year from 0 to 365.
            case dayOfLeap(Int64)
        }

        private let kind: Kind
        private let seconds: Int64

        /// `M3.5.0`, `M10.5.0/3`, `J60`, `59/2`.
        init?(_ text: Substring) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            var time: Substring = parts.count == 2 ? parts[1] : "2"
            guard let day = parts.first, let seconds = ZoneRule.seconds(&time), time.isEmpty else {
                return nil
            }
            self.seconds = Int64(seconds)
            if day.first == "M" {
                let numbers = day.dropFirst().split(separator: ".").compactMap { Int64($0) }
                guard numbers.count == 3, 1...12 ~= numbers[0], 1...5 ~= numbers[1], 0...6 ~= numbers[2]
                else {
                    return nil
                }
                kind = .week(month: numbers[0], week: numbers[1], weekday: numbers[2])
            } else if day.first == "J" {
                guard let number = Int64(day.dropFirst()), 1...365 ~= number else { return nil }
                kind = .day(number)
            } else {
                guard let number = Int64(day), 0...365 ~= number else { return nil }
                kind = .dayOfLeap(number)
            }
        }

        /// The local time in seconds since 1970.
        func local(in year: Int64) -> Int64? {
            guard let first = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 else { return nil }
            let day: Int64? =
                switch kind {
                case .week(let month, let week, let weekday): Self.day(year, month, week, weekday)
                case .day(let number):
                    first + number - 1
                        + (number >= 60 && CivilDate(year: year, month: 2, day: 29) != nil ? 1 : 0)
                case .dayOfLeap(let number): first + number
                }
            return day.map { $0 * 86_400 + seconds }
        }

        private static func day(_ year: Int64, _ month: Int64, _ week: Int64, _ weekday: Int64) -> Int64? {
            guard let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970 else { return nil }
            // 1970-01-01 was a Thursday.
            let firstWeekday = (first + 4) % 7
            let day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            // The fifth week is the last one, which may be the fourth.
            return CivilDate(daysSince1970: day).month == month ? day : day - 7
        }
    }
}
