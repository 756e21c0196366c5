import Core
import Hummingbird
import Storage
import Transit
import Web

/// The checks of the forms of threads and calendars while they are filled in; nothing is written.
enum TimetableFormRoutes: RouteList {
    static let tag = "Timetable"

    static let routes = [
        Route(
            .post,
            "travel/stops-check",
            "timetable_stops_check",
            "The stops of a thread as lines, read and checked; nothing is kept.",
            needs: [.readContent],
            body: Schema.body(
                [
                    "stops": Schema.list(of: Schema.text),
                    "has_times": [
                        "type": "boolean", "description": "False for a thread that runs every so often.",
                    ],
                ],
                required: ["stops"]
            ),
            answer: .json("The stops, one of each line.", Schema.object(["items": Schema.list(of: stop)]))
        ) { call in try await stops(call) },
        Route(
            .post,
            "travel/days-check",
            "timetable_days_check",
            "The running days of a calendar in words and by the day; nothing is kept.",
            needs: [.readContent],
            body: Schema.body(
                [
                    "starts_on": day, "ends_on": day, "weekdays": Schema.list(of: Schema.text),
                    "added": Schema.list(of: day), "removed": Schema.list(of: day), "from": day,
                    "months": Schema.integer(1...Int64(RunningMonths.countMax)),
                ],
                required: ["starts_on", "ends_on", "from"]
            ),
            answer: .json(
                "The days: what runs, and whether it is an exception.",
                Schema.object([
                    "words": Schema.text, "words_ru": Schema.text, "words_en": Schema.text,
                    "items": Schema.list(
                        of: Schema.object([
                            "day": Schema.text, "is_running": Schema.flag, "is_exception": Schema.flag,
                        ])
                    ),
                ])
            )
        ) { call in try await days(call) },
    ]

    private static let day: JSON = ["type": "string", "format": "date"]
    private static let stop = Schema.object([
        "code": Schema.text, "title": Schema.text, "arrival": Schema.text, "departure": Schema.text,
        "platform": Schema.text, "terminal": Schema.text, "boarding": Schema.text, "fault": Schema.text,
        "latitude": Schema.orNull(["type": "number"]), "longitude": Schema.orNull(["type": "number"]),
    ])

    // MARK: Stops

    private static func stops(_ call: RouteCall) async throws -> Response {
        var reader = MemberReader(try await call.request.object())
        let lines = reader.texts("stops", countMax: ThreadLine.countMax, lengthMax: ThreadLine.lengthMax)
        let hasTimes = reader.optionalBool("has_times") ?? true
        try reader.finish()
        let lookup = try await TimetableLookup(call.services, call.language)
        let items = lookup.stops(lines, hasTimes: hasTimes).map { json($0, call.language) }
        return .json(["items": .array(items)])
    }

    private static func json(_ line: TimetableLookup.StopLine, _ language: Language) -> JSON {
        let stop = line.stop
        func clock(_ seconds: Int32?) -> JSON { .string(seconds.map { ThreadLine.clock($0) } ?? "") }
        return [
            "code": .string(stop.map { "s\($0.station)" } ?? ""), "title": .string(line.title),
            "arrival": clock(stop?.arrival), "departure": clock(stop?.departure),
            "platform": .string(stop?.platform ?? ""), "terminal": .string(stop?.terminal ?? ""),
            "boarding": .string(stop?.boarding.sign ?? ""), "fault": .string(line.fault?[language] ?? ""),
            "latitude": line.point.map { .degrees($0.latitude) } ?? .null,
            "longitude": line.point.map { .degrees($0.longitude) } ?? .null,
        ]
    }

    // MARK: Days

    private static func days(_ call: RouteCall) async throws -> Response {
        var reader = MemberReader(try await call.request.object())
        let first = reader.day("starts_on")
        let last = reader.day("ends_on")
        let names = reader.texts("weekdays", countMax: 7, lengthMax: 3)
        let added = reader.days("added")
        let removed = reader.days("removed")
        let from = reader.day("from")
        let months = reader.take("months")?.integer ?? 3
        if !(1...Int64(RunningMonths.countMax) ~= months) {
            reader.fault("months", "от 1 до 12", "must be from 1 to 12")
        }
        try reader.finish()
        let calendar = Calendar(
            title: "",
            first: first,
            last: last,
            weekdays: Calendars.bits(names),
            added: added,
            removed: removed
        )
        let shown = RunningMonths(calendar, from: from, count: Int(months)).months.flatMap(\.days)
        let items = shown.map { day -> JSON in
            [
                "day": .string(day.day.day), "is_running": .bool(day.isRunning),
                "is_exception": .bool(day.isException),
            ]
        }
        return .json([
            "words": .string(CalendarWords(calendar, call.language).whole),
            "words_ru": .string(CalendarWords(calendar, .ru).whole),
            "words_en": .string(CalendarWords(calendar, .en).whole), "items": .array(items),
        ])
    }
}

extension MemberReader {
    fileprivate mutating func texts(_ name: String, countMax: Int, lengthMax: Int) -> [String] {
        guard let texts = take(name)?.array else { return [] }
        let strings = texts.compactMap(\.string)
        if strings.count != texts.count || strings.count > countMax
            || strings.contains(where: { $0.unicodeScalars.count > lengthMax })
        {
            fault(
                name,
                "не больше \(countMax) строк, каждая до \(lengthMax) знаков",
                "must be at most \(countMax) strings of at most \(lengthMax) characters"
            )
            return []
        }
        return strings
    }

    /// A mandatory day.
    fileprivate mutating func day(_ name: String) -> Int32 {
        guard let day = take(name)?.string.flatMap({ Int32(day: $0) }) else {
            fault(name, "нужна дата ГГГГ-ММ-ДД", "must be a date like 2026-11-21")
            return 0
        }
        return day
    }

    fileprivate mutating func days(_ name: String) -> [Int32] {
        let texts = texts(name, countMax: Calendar.exceptionsMax, lengthMax: 10)
        let days = texts.compactMap { Int32(day: $0) }
        if days.count < texts.count { fault(name, "нужны даты ГГГГ-ММ-ДД", "must be dates like 2026-11-21") }
        return days
    }
}
