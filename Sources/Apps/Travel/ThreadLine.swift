import Core
import Storage
import Transit

/// A stop of a thread as staff write it: `s9613061 09:00 09:02 1 A +`.
///
/// The station, its arrival and departure (`-` for none, `1:05:30` counts as 01:05:30, hours beyond 24 are the next
/// day), then a platform and a terminal (`-` for none), then `+` for boarding only or `−` for alighting only.
enum ThreadLine {
    /// Stops of one thread.
    static let countMax = 500
    static let lengthMax = 120
    /// Hours of a thread: nine days and more.
    private static let hoursMax: Int32 = 239

    static func text(_ stop: ThreadRow.Stop) -> String {
        func word(_ text: String?) -> String { text?.replacing(" ", with: "_") ?? "-" }
        let times = [stop.arrival, stop.departure].map { $0.map { clock($0) } ?? "-" }
        let words =
            ["s\(stop.station)"] + times + [word(stop.platform), word(stop.terminal), stop.boarding.sign]
        let kept = words.reversed().drop { $0 == "-" || $0.isEmpty }.reversed()
        return kept.joined(separator: " ")
    }

    /// Throws what is wrong with the line, in words.
    static func stop(_ text: String) throws(ThreadLineFault) -> ThreadRow.Stop {
        let words = text.split(whereSeparator: \.isWhitespace).map { String($0) }
        guard let first = words.first, 1...6 ~= words.count,
            let station = Int64(first.hasPrefix("s") ? String(first.dropFirst()) : first), station > 0
        else {
            throw ThreadLineFault(
                Localized(
                    "начните с кода станции: s9613061",
                    "must begin with the code of a station: s9613061"
                )
            )
        }
        var stop = ThreadRow.Stop(station: station, arrival: nil, departure: nil)
        if words.count > 1, words[1] != "-" { stop.arrival = try seconds(words[1]) }
        if words.count > 2, words[2] != "-" { stop.departure = try seconds(words[2]) }
        func given(_ index: Int) -> String? {
            words.count > index && words[index] != "-" ? words[index].replacing("_", with: " ") : nil
        }
        (stop.platform, stop.terminal) = (given(3), given(4))
        if words.count > 5 {
            guard let boarding = TransitStop.Boarding.allCases.first(where: { $0.sign == words[5] }) else {
                throw ThreadLineFault(Localized("в конце может быть +, − или ×", "may end with +, − or ×"))
            }
            stop.boarding = boarding
        }
        return stop
    }

    /// `25:10:00` with seconds, else `25:10`.
    static func clock(_ seconds: Int32) -> String {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let text = "\(TravelWriter.padded(Int64(hours))):\(TravelWriter.padded(Int64(minutes)))"
        return rest == 0 ? text : "\(text):\(TravelWriter.padded(Int64(rest)))"
    }

    static func seconds(_ text: String) throws(ThreadLineFault) -> Int32 {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.count <= 3 && part.allSatisfy(\.isWholeNumber) ? Int32(part) : nil
        }
        guard 2...3 ~= parts.count, let hours = parts[0], let minutes = parts[1],
            let rest = parts.count == 3 ? parts[2] : 0, hours <= hoursMax, minutes < 60, rest < 60
        else { throw ThreadLineFault(Localized("\(text) — не время", "\(text) is no time")) }
        return hours * 3_600 + minutes * 60 + rest
    }
}

/// A fault of a line.
struct ThreadLineFault: Error {
    let detail: Localized

    init(_ detail: Localized) {
        self.detail = detail
    }
}

extension TransitStop.Boarding {
    /// The mark of a line.
    var sign: String {
        switch self {
        case .both: ""
        case .onlyOn: "+"
        case .onlyOff: "−"
        case .pass: "×"
        }
    }
}

extension StopTimesFault {
    /// For people: «время идёт назад: 09:00».
    var detail: Localized {
        switch self {
        case .tooFew: Localized("нужны хотя бы две остановки", "needs two stops at least")
        case .noArrival: Localized("нет прибытия", "has no arrival")
        case .noDeparture: Localized("нет отправления", "has no departure")
        case .backward(_, let time):
            Localized(
                "время идёт назад: \(ThreadLine.clock(time))",
                "the time runs backward: \(ThreadLine.clock(time))"
            )
        }
    }
}
