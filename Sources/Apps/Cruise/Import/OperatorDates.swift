import Core
import Storage

/// The departure and the return of an operator's row, in any of the forms that operators write.
enum OperatorDates {
    static func term(_ row: OperatorRow) throws(OperatorFault) -> CruiseTerm {
        let range = row.text("dates", "даты").map { parts(of: $0) } ?? []
        guard
            let first = row.text("dateStart", "kr_date_start", "date_start", "start", "дата начала")
                ?? range.first
        else { throw OperatorFault("нет даты отправления", "has no date of departure") }
        guard let start = moment(first) else { throw unreadable(first) }
        if let last = row.text("dateEnd", "kr_date_end", "date_end", "end", "дата окончания")
            ?? range.dropFirst().first
        {
            guard let end = moment(last) else { throw unreadable(last) }
            guard start <= end else {
                throw OperatorFault("заканчивается раньше, чем начинается", "ends before it starts")
            }
            return CruiseTerm(start: start, end: end)
        }
        guard let days = row.integer("days", "kr_days", "дней"), Cruises.days ~= days else {
            throw OperatorFault("нет ни даты возвращения, ни числа дней", "has neither a return nor its days")
        }
        return CruiseTerm(start: start, end: start.advanced(by: .seconds((days - 1) * 86_400)))
    }

    /// ISO 8601 with an offset, or a moment or a day in Moscow: `2027-06-15T18:30:00`, `15.06.2027`.
    static func moment(_ text: String) -> Timestamp? {
        if let moment = Timestamp(text) { return moment }
        if let moment = Timestamp(text + "+03:00") { return moment }
        let pieces = text.split(separator: " ", maxSplits: 1).map { String($0) }
        guard let first = pieces.first, let day = day(first) else { return nil }
        let time = pieces.count == 2 ? pieces[1] : "00:00"
        return Timestamp("\(day)T\(time)+03:00")
    }

    /// `2027-06-15`, `15.06.2027`.
    private static func day(_ text: String) -> CivilDate? {
        if let date = CivilDate(text) { return date }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 2, parts[1].count == 2, parts[2].count == 4 else {
            return nil
        }
        return CivilDate("\(parts[2])-\(parts[1])-\(parts[0])")
    }

    /// The two days of `15.06.2027 – 19.06.2027`.
    private static func parts(of text: String) -> [String] {
        for dash in [" – ", " — ", " - ", "–", "—"] where text.contains(dash) {
            return text.split(separator: dash, omittingEmptySubsequences: false).map { $0.trimmed }
        }
        return [text]
    }

    private static func unreadable(_ text: String) -> OperatorFault {
        OperatorFault("«\(text.prefix(40))» не дата", "“\(text.prefix(40))” is no date")
    }
}
