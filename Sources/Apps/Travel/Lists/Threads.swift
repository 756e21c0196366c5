import Core
import Storage
import Transit
import Web

/// The threads of the timetable: numbered trains, buses, ships and flights with their stops (T90, T94).
package enum Threads: ResourceDeclaration {
    package static let resource: Resource = .init(
        app: Travel.app,
        name: "threads",
        title: Localized("Рейсы", "Threads"),
        one: Localized("Рейс", "Thread"),
        about: Localized(
            "Поезда, автобусы, суда и самолёты с остановками",
            "Trains, buses, ships and flights with stops"
        ),
        path: "/travel/threads",
        section: .app,
        source: ResourceSource(
            """
            timetable_threads a JOIN timetable_calendars c ON c.id = a.calendar
            LEFT JOIN carriers k ON k.id = a.carrier
            """,
            key: "a.id",
            .number
        ),
        columns: columns,
        filters: [
            ResourceFilter(
                "q",
                Localized("Номер, название или uid", "Number, title or uid"),
                .words(columns: ["a.number", "a.title", "a.title_en", "a.uid"], id: "CAST(a.id AS TEXT)")
            ),
            .transport("a"),
            ResourceFilter(
                "station",
                Localized("Код станции", "Code of a station"),
                .id { "a.stops LIKE \("%[\(Int64($0) ?? 0),%")" }
            ),
            ResourceFilter(
                "calendar",
                Localized("Номер календаря", "ID of a calendar"),
                .id { "a.calendar = \(Int64($0) ?? 0)" }
            ),
        ],
        panel: ThreadPanel.panel,
        actions: editor.actions,
        isExported: true,
        empty: Areas.empty
    )

    static let stopsColumn = ResourceColumn(
        "stops",
        .object(stops),
        Localized("Остановки", "Stops"),
        "a.stops",
        place: .answer
    )
    static let frequencyColumn = ResourceColumn(
        "frequency",
        .object(frequency),
        Localized("Интервал", "Interval"),
        "a.frequency",
        place: .page
    )
    static let uidColumn = ResourceColumn("uid", .text, Localized("uid", "uid"), "a.uid", place: .below)
    private static let columns: [ResourceColumn] = [
        ResourceColumn("number", .text, Localized("Номер", "Number"), "a.number"),
        ResourceColumn("title", .text, Localized("Рейс", "Thread"), "a.title", place: .main),
        uidColumn,
        .transport("a"),
        ResourceColumn("calendar_title", .text, Localized("Календарь", "Calendar"), "c.title"),
        ResourceColumn(
            "calendar",
            .number,
            Localized("Номер календаря", "ID of the calendar"),
            "a.calendar",
            place: .page
        ),
        ResourceColumn("zone", .text, Localized("Часовой пояс", "Time zone"), "a.zone", place: .page),
        stopsColumn,
        .shortTitle("a"),
        ResourceColumn(
            "vehicle",
            .text,
            Localized("Транспортное средство", "Vehicle"),
            "a.vehicle",
            place: .page
        ),
        ResourceColumn(
            "express_type",
            .text,
            Localized("Экспресс", "Express"),
            "a.express_type",
            place: .page
        ),
        ResourceColumn(
            "stopping",
            .text,
            Localized("Останавливается", "Stops at"),
            "a.stopping",
            place: .page
        ),
        frequencyColumn,
        ResourceColumn(
            "is_fuzzy",
            .bool(yes: Localized("приблизительно", "roughly"), no: Localized("точно", "exactly")),
            Localized("Время", "Times"),
            "a.is_fuzzy",
            place: .page
        ),
        ResourceColumn(
            "carrier",
            .text,
            Localized("Перевозчик", "Carrier"),
            "coalesce(k.code, CAST(a.carrier AS TEXT))",
            place: .page
        ),
        ResourceColumn("id", .number, Localized("Номер строки", "ID"), "a.id", place: .answer),
        .titleEn("a"), .updated("a"),
    ]

    /// The stops as lines that the form takes.
    private static let stops = ResourceObject(
        schema: Schema.list(of: Schema.text),
        form: .words,
        read: { text, _, _ in .array(ThreadStops.parse(text).map { .string(ThreadLine.text($0)) }) },
        title: { value, _ in value.strings.joined(separator: "\n") }
    )

    private static let frequency = ResourceObject.text { text, _, _ in
        TransitThread.Frequency(text).map(ThreadInterval.text)
    }

    private static let editor = TimetableEditor<ThreadRow>(
        table: TimetableTables.threads,
        subject: "thread",
        one: Localized("Рейс", "Thread"),
        fields: ThreadFields.all,
        blank: { _ in ThreadRow(id: 0, uid: "", transport: .train, calendar: 0, zone: "", stops: []) },
        read: { try ThreadRow($0) },
        check: { row, connection in
            let hasTooFew = row.stops.count < 2
            if let fault = row.frequency == nil ? row.stops.timesFault : hasTooFew ? .tooFew : nil {
                let ru = "строка \(fault.position + 1): \(fault.detail.ru)"
                throw TimetableField<ThreadRow>.fault(
                    "stops",
                    ru,
                    "line \(fault.position + 1): \(fault.detail.en)"
                )
            }
            let codes = Set(row.stops.map(\.station))
            guard !codes.isEmpty, codes.count <= ThreadLine.countMax else { return }
            let list = codes.sorted().map { "\($0)" as SQL }.joined(separator: ", ")
            let known = try connection.rows("SELECT code FROM timetable_stations WHERE code IN (\(list))")
            let found = Set(try known.map { try $0.get("code", as: Int64.self) })
            if let missing = codes.subtracting(found).min() {
                throw TimetableField<ThreadRow>.fault(
                    "stops",
                    "нет станции s\(missing)",
                    "there is no station s\(missing)"
                )
            }
        },
        use: { _, _ in nil }
    )
}

/// The fields of a thread.
enum ThreadFields {
    static let uidLengthMax = 100
    static let numberLengthMax = 40

    static let all: [TimetableField<ThreadRow>] = [
        TimetableField(
            "uid",
            Localized("uid", "uid"),
            .text(lengthMax: uidLengthMax),
            isRequired: true,
            isArgument: true
        ) {
            row,
            value,
            _ in
            let uid = (value.string ?? "").trimmingSpaces
            guard !uid.isEmpty else {
                throw TimetableField<ThreadRow>.fault("uid", "нужно указать", "is missing")
            }
            row.uid = uid
        },
        TimetableField("number", Localized("Номер", "Number"), .text(lengthMax: numberLengthMax)) {
            row,
            value,
            _ in
            row.number = value.string ?? ""
        },
        .title(\.title), .titleEn(\.titleEn),
        TimetableField("short_title", Localized("Короткое название", "Short title"), \.shortTitle),
        .transport { $0.transport = $1 }, carrier,
        .reference(
            "calendar",
            Localized("Номер календаря", "ID of the calendar"),
            to: "timetable_calendars",
            isRequired: true
        ) { $0.calendar = $1 ?? $0.calendar },
        .zone(isRequired: true) { $0.zone = $1 ?? $0.zone }, stops,
        TimetableField(
            "frequency",
            Localized("Интервал", "Interval"),
            .text(lengthMax: 200),
            hint: Localized("начало, конец, минуты: 06:00 22:00 15", "begin, end, minutes: 06:00 22:00 15")
        ) { row, value, _ in row.frequency = try ThreadInterval.frequency(value.string ?? "") },
        TimetableField("vehicle", Localized("Транспортное средство", "Vehicle"), \.vehicle),
        TimetableField(
            "express_type",
            Localized("Экспресс", "Express"),
            .choice([
                ResourceChoice("", Localized("нет", "no")),
                ResourceChoice("express", Localized("экспресс", "express")),
                ResourceChoice("aeroexpress", Localized("аэроэкспресс", "airport express")),
            ])
        ) { row, value, _ in row.expressType = value.string.flatMap { $0.isEmpty ? nil : $0 } },
        TimetableField(
            "stopping",
            Localized("Останавливается", "Stops at"),
            hint: Localized("например, везде", "for example everywhere"),
            \.stopping
        ),
        TimetableField("is_fuzzy", Localized("Время приблизительное", "Times are rough"), .bool) {
            row,
            value,
            _ in
            row.isFuzzy = value.bool ?? false
        },
    ]

    /// By the code of the carrier's entry.
    private static let carrier = TimetableField<ThreadRow>(
        "carrier",
        Localized("Перевозчик", "Carrier"),
        .text(lengthMax: numberLengthMax),
        hint: Localized("код перевозчика", "the code of a carrier")
    ) { row, value, connection in
        let code = (value.string ?? "").trimmingSpaces
        guard !code.isEmpty else {
            row.carrier = nil
            return
        }
        let id: SQL = Identifier.normalized(code).map { "id = \($0)" } ?? "code = \(code)"
        guard let known: String = try connection.rows("SELECT id FROM carriers WHERE \(id)").first?.get("id")
        else {
            throw TimetableField<ThreadRow>.fault("carrier", "нет такого перевозчика", "is no carrier")
        }
        row.carrier = known
    }

    private static let stops = TimetableField<ThreadRow>(
        "stops",
        Localized("Остановки", "Stops"),
        .texts(countMax: ThreadLine.countMax, lengthMax: ThreadLine.lengthMax),
        isRequired: true,
        hint: Localized(
            "по строке: станция, прибытие, отправление, платформа, терминал — s9613061 09:00 09:02 1",
            "a line each: station, arrival, departure, platform, terminal — s9613061 09:00 09:02 1"
        )
    ) { row, value, _ in
        row.stops = try value.strings.enumerated().map { index, line in
            do throws(ThreadLineFault) {
                return try ThreadLine.stop(line)
            } catch {
                let (ru, en) = (error.detail.ru, error.detail.en)
                throw TimetableField<ThreadRow>.fault(
                    "stops",
                    "строка \(index + 1): \(ru)",
                    "line \(index + 1): \(en)"
                )
            }
        }
    }.edited(by: "stops")
}
