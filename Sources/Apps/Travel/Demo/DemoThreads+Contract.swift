import Core
import Transit

/// The threads that the contract's demo calls ask for (timetable.md, section 5).
extension DemoThreads {
    private static let contractPaths:
        [(uid: String, number: String, title: String, stops: [Int64], carrier: String)] = [
            (
                "6296x6294x6292x6291_0_9613602_g24_4", "6296", "Царское Село — Санкт-Петербург",
                [9_613_602, 9_602_499, 9_602_497], "153"
            ),
            (
                "6842_0_9613061_g26_4", "6842", "Митрофановка — Кантемировка",
                [9_613_061, 9_613_062, 9_613_181], "153"
            ),
            (
                "6843_0_9613181_g26_4", "6843", "Кантемировка — Митрофановка",
                [9_613_181, 9_613_062, 9_613_061], "153"
            ),
            ("751_0_2006004_g26_4", "752А", "Санкт-Петербург — Москва", [9_602_494, 2_006_004], "112"),
            ("752_0_2006004_g26_4", "751А", "Москва — Санкт-Петербург", [2_006_004, 9_602_494], "112"),
            (
                "120_0_9613061_g26_4", "120А", "Митрофановка — Санкт-Петербург",
                [9_613_061, 2_006_004, 9_602_494], "112"
            ),
            (
                "119_0_9602494_g26_4", "119А", "Санкт-Петербург — Митрофановка",
                [9_602_494, 2_006_004, 9_613_061], "112"
            ),
        ]

    mutating func addContractThreads() {
        for (index, path) in Self.contractPaths.enumerated() {
            let isFar = path.carrier == "112"
            let start = isFar ? 22 * Self.hour + Int32(index) * 600 : (6 + Int32(index) * 3) * Self.hour
            let stops = path.stops.enumerated().map { position, station -> ThreadRow.Stop in
                let time = start + Int32(position) * (isFar ? 4 * Self.hour : 28 * Self.minute)
                return ThreadRow.Stop(
                    station: station,
                    arrival: position == 0 ? nil : time,
                    departure: position + 1 == path.stops.count ? nil : time + (position == 0 ? 0 : 120),
                    platform: isFar ? "\(index)" : nil
                )
            }
            var thread = ThreadRow(
                id: 0,
                uid: path.uid,
                transport: isFar ? .train : .suburban,
                calendar: 0,
                zone: "Europe/Moscow",
                stops: stops
            )
            (thread.number, thread.title) = (path.number, path.title)
            thread.stopping = isFar ? nil : "везде"
            if !isFar { thread.subtype = Self.suburban }
            lines.append(Line(thread: thread, days: .daily, carrier: path.carrier))
        }
    }
}
