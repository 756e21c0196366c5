/// A moment in UTC to the microsecond, from year 1 to year 9999.
///
/// Foundation's `Date` is a binary fraction of seconds and does not keep microseconds exactly.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Since 1970-01-01T00:00:00Z.
    package let microseconds: Int64

    package static let earliest = Timestamp(unchecked: -62_135_596_800_000_000)
    package static let latest = Timestamp(unchecked: 253_402_300_799_999_999)

    /// Nil outside the years 1 to 9999.
    package init?(microseconds: Int64) {
        guard Self.earliest.microseconds...Self.latest.microseconds ~= microseconds else { return nil }
        self.microseconds = microseconds
    }

    /// Nil outside the years 1 to 9999.
    package init?(seconds: Int64) {
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return nil }
        self.init(microseconds: microseconds)
    }

    private init(unchecked microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 {
        (microseconds - (microseconds % 1_000_000 + 1_000_000) % 1_000_000) / 1_000_000
    }

    /// This moment moved by `duration`, clamped to the years 1 to 9999.
    package func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        // Both parts have the same sign, so that what is too far stays too far.
        let (micros, isTooLong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        let (sum, isTooFar) = microseconds.addingReportingOverflow(micros)
        let end = duration < .zero ? Self.earliest : .latest
        return overflow || isTooLong || isTooFar ? end : Timestamp(microseconds: sum) ?? end
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}

// MARK: ISO 8601

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC with six digits of a fraction: `2024-05-13T10:00:00.000000Z`.
    package var description: String {
        let seconds = seconds
        let days = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
        let date = CivilDate(daysSince1970: days)
        let second = seconds - days * 86_400
        return date.description + "T" + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
            + padded(second % 60, 2) + "." + padded(microseconds - seconds * 1_000_000, 6) + "Z"
    }

    /// Parses RFC 3339 (`T` or a space between, a fraction of any length, `Z` or an offset).
    ///
    /// PostgreSQL's short offsets (`+00`) are accepted too. Nil for any other text, or if there is no such day.
    package init?(_ text: String) {
        var scanner = DigitScanner(text)
        guard let date = scanner.date(), scanner.skip(any: "Tt "), let hour = scanner.number(2), hour < 24,
            scanner.skip(any: ":"), let minute = scanner.number(2), minute < 60
        else { return nil }
        var second: Int64 = 0
        var fraction: Int64 = 0
        if scanner.skip(any: ":") {
            guard let number = scanner.number(2), number < 60 else { return nil }
            second = number
            if scanner.skip(any: ".,") {
                guard let micros = scanner.microseconds() else { return nil }
                fraction = micros
            }
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let total = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(microseconds: total * 1_000_000 + fraction)
    }
}

/// A non-negative number padded with zeros.
private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A day of the Gregorian calendar, years 1 to 9999.
package struct CivilDate: Sendable, Hashable, CustomStringConvertible {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    /// Nil if there is no such day.
    package init?(year: Int64, month: Int64, day: Int64) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[Int(month - 1)] else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Parses `2024-05-13`.
    package init?(_ text: String) {
        var scanner = DigitScanner(text)
        guard let date = scanner.date(), scanner.isAtEnd else { return nil }
        self = date
    }

    /// The algorithm `civil_from_days` of Howard Hinnant, "chrono-compatible low-level date algorithms".
    package init(daysSince1970 days: Int64) {
        let z = days + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The algorithm `days_from_civil` of the same source.
    package var daysSince1970: Int64 {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    package var description: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }
}

/// Scans the digits of a date from left to right.
private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ width: Int) -> Int64? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        rest = rest.dropFirst(width)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    mutating func skip(any characters: StaticString) -> Bool {
        guard let next = rest.first, characters.withUTF8Buffer({ $0.contains(next) }) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func date() -> CivilDate? {
        guard let year = number(4), skip(any: "-"), let month = number(2), skip(any: "-"), let day = number(2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// A fraction of any length, truncated to microseconds.
    mutating func microseconds() -> Int64? {
        let digits = rest.prefix { 48...57 ~= $0 }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let six = digits.prefix(6)
        return (six.count..<6).reduce(six.reduce(0) { $0 * 10 + Int64($1 - 48) }) { number, _ in number * 10 }
    }

    /// `Z`, `+03:00`, `+0300` or `+03`, in seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip(any: "Zz") { return 0 }
        let sign: Int64 = rest.first == 45 ? -1 : 1
        guard skip(any: "+-"), let hours = number(2), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if !isAtEnd {
            _ = skip(any: ":")
            guard let number = number(2), number < 60 else { return nil }
            minutes = number
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
