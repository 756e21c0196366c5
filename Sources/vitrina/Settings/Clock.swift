import Core
import FoundationEssentials
import Storage

/// Reads and formats moments in the time zone of the settings.
struct Clock: Sendable {
    let zone: Zone
    let now: Timestamp

    init(zone: Zone, now: Timestamp = .current) {
        self.zone = zone
        self.now = now
    }

    /// Parses RFC 3339, `2026-11-22 10:00`, `tomorrow 10:00`, `+3d 12:00`, `+2h` or `now`.
    func timestamp(_ text: String) -> Timestamp? {
        let text = text.trimmed
        if let exact = Timestamp(text) { return exact }
        let parts = text.lowercased().split(separator: " ", omittingEmptySubsequences: true)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let pieces = parts.count == 1 ? first.split(separator: "t", maxSplits: 1).map { $0 } : parts
        if pieces.count == 2, let day = CivilDate(String(pieces[0])) {
            return seconds(of: String(pieces[1])).flatMap { at(day, $0) }
        }
        return relative(String(first), time: parts.count == 2 ? String(parts[1]) : nil)
    }

    private func relative(_ day: String, time: String?) -> Timestamp? {
        if day == "now" || day == "сейчас" { return time == nil ? now : nil }
        if let span = Span(day) {
            if let seconds = span.seconds { return time == nil ? now.advanced(by: .seconds(seconds)) : nil }
            guard let time else { return moved(byDays: span.days, to: nil) }
            return seconds(of: time).flatMap { moved(byDays: span.days, to: $0) }
        }
        guard let seconds = time.map({ self.seconds(of: $0) }) ?? 0 else { return nil }
        switch day {
        case "today", "сегодня": return moved(byDays: 0, to: seconds)
        case "tomorrow", "завтра": return moved(byDays: 1, to: seconds)
        case "yesterday", "вчера": return moved(byDays: -1, to: seconds)
        case _: return CivilDate(day).flatMap { at($0, seconds) }
        }
    }

    /// Returns the date after this number of days, at the given time of day or at the current one.
    private func moved(byDays days: Int, to seconds: Int64?) -> Timestamp? {
        let today = Int64(zone.day(at: now.seconds))
        let time = zone.local(now.seconds) - today * 86_400
        return at(CivilDate(daysSince1970: today + Int64(days)), seconds ?? time)
    }

    private func at(_ day: CivilDate, _ seconds: Int64) -> Timestamp? {
        Timestamp(seconds: zone.instant(local: day.daysSince1970 * 86_400 + seconds))
    }

    /// Parses `10:00` or `10:00:30` into seconds of the day.
    private func seconds(of text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, parts.allSatisfy({ 1...2 ~= $0.count && $0.allSatisfy(\.isASCII) }) else {
            return nil
        }
        let numbers = parts.compactMap { UInt8($0) }.map { Int64($0) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 })
        else {
            return nil
        }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// Formats the moment to the minute, as in tables: `2026-11-22 10:00`.
    func text(_ moment: Timestamp) -> String { text(moment, length: 16) }

    /// Formats the moment to the millisecond, as in a log: `2026-11-22 10:00:00.000`.
    func exactText(_ moment: Timestamp) -> String { text(moment, length: 23) }

    private func text(_ moment: Timestamp, length: Int) -> String {
        let shifted = moment.advanced(by: .seconds(zone.offset(at: moment.seconds)))
        return String(shifted.description.prefix(length)).replacing("T", with: " ")
    }

    /// Formats the moment; nil is empty.
    func text(_ moment: Timestamp?) -> String { moment.map { text($0) } ?? "" }

    /// Formats a moment in a JSON value; other texts are not changed, and null is empty.
    func text(_ json: JSON?) -> String {
        guard let text = json?.string else { return "" }
        return Timestamp(text).map { self.text($0) } ?? text
    }
}

/// A time span such as `+3d`: days or weeks by the calendar, or minutes or hours by the clock.
private struct Span {
    private(set) var days = 0
    private(set) var seconds: Int64?

    init?(_ text: String) {
        guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
            let number = UInt16(text.dropFirst().dropLast())
        else { return nil }
        let amount = sign == "-" ? -Int(number) : Int(number)
        switch unit {
        case "d", "д": days = amount
        case "w", "н": days = amount * 7
        case "h", "ч": seconds = Int64(amount) * 3600
        case "m", "м": seconds = Int64(amount) * 60
        case _: return nil
        }
    }
}

extension Timestamp {
    static var current: Timestamp {
        Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) ?? .earliest
    }
}
