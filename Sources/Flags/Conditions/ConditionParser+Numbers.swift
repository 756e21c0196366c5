import Core
import Storage

// Moments and percentages.
extension ConditionParser {
    /// Parses `dateTime('…', 'zone')`; `app.firstOpenTimestamp` may omit the word (remote-config.md 6.6).
    mutating func moment(_ input: MomentTest.Input, _ orders: [Order]) throws(ConditionFault) -> ConditionTest
    {
        let order = try order(orders)
        switch input {
        case .now: try expect("dateTime")
        case .firstOpen: _ = take("dateTime")
        }
        try expect("(")
        let local = try quoted()
        let zone = take(",") ? try quoted() : nil
        try expect(")")
        var timeZone: Zone?
        if let zone { timeZone = try self.zone(zone) }
        guard let moment = Self.moment(local.text, in: timeZone) else {
            throw ConditionFault(
                local.range,
                "время записывается так: 2025-06-01T00:00:00",
                "a moment is written like 2025-06-01T00:00:00"
            )
        }
        return .moment(
            MomentTest(input: input, order: order, moment: moment, local: local.text, zone: zone?.text)
        )
    }

    private func zone(_ zone: Quoted) throws(ConditionFault) -> Zone {
        let text = zone.text
        let isName =
            1...Limits.flagTimeZoneLengthMax ~= text.utf8.count
            && text.utf8.allSatisfy {
                switch $0 {
                case 48...57, 65...90, 97...122: true
                case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
                case _: false
                }
            }
        guard isName, let timeZone = Zone(text) else {
            throw ConditionFault(
                zone.range,
                "нет такого часового пояса; например, 'Europe/Moscow'",
                "there is no such time zone; one is 'Europe/Moscow'"
            )
        }
        return timeZone
    }

    /// The moment of a local time; without a zone it is GMT, or the offset that follows.
    ///
    /// A time that a clock shows twice is the first one; a time that it skips is moved by the gap (R50).
    static func moment(_ local: String, in zone: Zone?) -> Timestamp? {
        guard let zone else { return Timestamp(local + "Z") ?? Timestamp(local) }
        guard let read = Timestamp(local + "Z") else { return nil }
        func offset(_ moment: Timestamp) -> Duration { .seconds(zone.offset(at: moment.seconds)) }
        let before = offset(read.advanced(by: .seconds(-86_400)))
        let after = offset(read.advanced(by: .seconds(86_400)))
        let early = read.advanced(by: .zero - before)
        let late = read.advanced(by: .zero - after)
        return offset(early) != before && offset(late) == after ? late : early
    }

    /// `percent <= 10`, `percent('seed') between 20 and 60`.
    mutating func percent() throws(ConditionFault) -> ConditionTest {
        var seed = ""
        if take("(") {
            let quoted = try quoted()
            let isSeed =
                quoted.text.utf8.count <= Limits.flagSeedLengthMax
                && quoted.text.utf8.allSatisfy {
                    switch $0 {
                    case 48...57, 65...90, 97...122: true
                    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                    case _: false
                    }
                }
            guard isSeed else {
                let max = Limits.flagSeedLengthMax
                throw ConditionFault(
                    quoted.range,
                    "ключ — до \(max) латинских букв, цифр и знаков - _ .",
                    "a seed has up to \(max) letters, digits and characters of - _ ."
                )
            }
            seed = quoted.text
            try expect(")")
        }
        skipSpace()
        let start = index
        if word() == "between" { return try between(seed) }
        index = start
        guard let order = try? order([.lessOrEqual, .greater]) else {
            throw unexpectedOperator(["<=", ">", "between"])
        }
        let bound = try share()
        return .percent(FlagPercent(seed: seed, order == .greater ? .greater(bound) : .lessOrEqual(bound)))
    }

    private mutating func between(_ seed: String) throws(ConditionFault) -> ConditionTest {
        skipSpace()
        let start = index
        let lower = try share()
        let end = index
        guard word() == "and" else {
            index = end
            skipSpace()
            throw unexpected("здесь нужно and", "and is expected here")
        }
        let upper = try share()
        guard lower <= upper else {
            throw ConditionFault(start..<index, "сначала меньшее число", "the lower number comes first")
        }
        return .percent(FlagPercent(seed: seed, .between(lower, upper)))
    }

    /// A percentage in micro-percents.
    private mutating func share() throws(ConditionFault) -> Int64 {
        let number = try number()
        let parts = number.text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? parts[1] : "".utf8[...]
        guard digits.count <= Limits.flagPercentDigitsMax, number.text.utf8.first != UInt8(ascii: "-") else {
            throw outOfRange(number.range)
        }
        let whole = parts.first.map { $0.isEmpty ? "0" : String(Substring($0)) } ?? "0"
        let zeros = String(repeating: "0", count: Limits.flagPercentDigitsMax - digits.count)
        guard let micro = Int64(whole + String(Substring(digits)) + zeros), micro <= FlagPercent.micros else {
            throw outOfRange(number.range)
        }
        return micro
    }

    private func outOfRange(_ range: Range<Int>) -> ConditionFault {
        let max = Limits.flagPercentDigitsMax
        return ConditionFault(
            range,
            "процент — от 0 до 100, не больше \(max) знаков после точки",
            "a percentage goes from 0 to 100, with at most \(max) digits after the point"
        )
    }
}
