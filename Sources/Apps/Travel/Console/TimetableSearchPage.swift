import Core
import Hummingbird
import Storage
import Transit
import Web

/// The search of rides as the app would answer it, with the reason if nothing is found.
struct TimetableSearchPage: Sendable {
    static let path = "/travel/search"

    private let console: Console
    private let context: ConsoleContext
    private let asked: Form

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context, asked) = (console, context, request.asked)
    }

    private var language: Language { context.language }

    func show() async throws -> Response {
        try context.author.require(.readContent)
        let lookup = try await TimetableLookup(console.services, language)
        let from = PlaceField("from", Localized("Откуда", "From"), asked, lookup)
        let to = PlaceField("to", Localized("Куда", "To"), asked, lookup)
        let transports = Set(asked.all("transport").compactMap { TransportKind(name: $0) })
        let today =
            (from.place ?? to.place).map { lookup.today(at: $0) }
            ?? Int32(clamping: lookup.now.seconds / 86_400)
        let day = TravelDay(asked, today: today)
        var json: JSON = [
            "action": .string(Self.path), "from": from.json(lookup), "to": to.json(lookup),
            "has_changes": .bool(hasChanges), "kinds": kinds(transports), "found": .null, "none": .null,
            "example": from.text.isEmpty && to.text.isEmpty ? example(lookup) : .null, "swap": "",
            "day": day.json(language) { path([("date", $0.day)]) },
        ]
        if let from = from.place, let to = to.place {
            let query = TimetableLookup.RideQuery(
                from: from,
                to: to,
                day: day.day,
                transfers: hasChanges,
                transports: transports
            )
            json = json.merged(with: found(query, lookup))
        }
        let title = Localized("Поиск рейсов", "Ride search")[language]
        let page = ConsolePage("timetable-search", title: title, path: Self.path, context: json)
        return try await console.show(page, context)
    }

    /// Changes are wanted until somebody takes the tick away.
    private var hasChanges: Bool { asked["changes"] == "true" || asked["sent"] == nil }

    private func kinds(_ chosen: Set<TransportKind>) -> JSON {
        .array(
            TransportKind.allCases.map { kind in
                [
                    "value": .string(kind.name), "title": .string(kind.title[language]),
                    "is_chosen": .bool(chosen.contains(kind)),
                ]
            }
        )
    }

    private func example(_ lookup: TimetableLookup) -> JSON {
        guard let (from, to) = lookup.example() else { return .null }
        return [
            "title": .string("\(lookup.title(from)) — \(lookup.title(to))"),
            "path": .string(Self.path(lookup.code(from), lookup.code(to))),
        ]
    }

    // MARK: Addresses

    static func path(_ from: String, _ to: String) -> String { "\(path)?from=\(from)&to=\(to)" }

    /// The same search with other fields; an empty one is left out.
    private func path(_ changes: Form.Fields) -> String {
        let changed = Set(changes.map(\.name))
        let fields = asked.fields.filter { !changed.contains($0.name) } + changes
        return "\(Self.path)?"
            + fields.filter { !$0.value.isEmpty }
            .map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    // MARK: Results

    private func found(_ query: TimetableLookup.RideQuery, _ lookup: TimetableLookup) -> JSON {
        let (rides, intervals) = lookup.rides(query)
        let swap = Self.path(lookup.code(query.to), lookup.code(query.from)) + "&date=\(query.day.day)"
        guard !rides.isEmpty || !intervals.isEmpty else {
            return ["none": NoRidesNote(lookup, query).json(language) { path($0) }, "swap": .string(swap)]
        }
        let count = counted(
            rides.count,
            language,
            ru: (one: "вариант", few: "варианта", many: "вариантов"),
            en: (one: "way", many: "ways")
        )
        return [
            "swap": .string(swap),
            "found": [
                "count": .string(count), "rides": .array(rides.map(ride)),
                "is_cut": .bool(rides.count == TimetableLookup.linesMax),
                "has_intervals": .bool(!intervals.isEmpty),
                "intervals": .array(
                    intervals.map {
                        [
                            "number": .string($0.number), "title": .string($0.title),
                            "density": .string($0.density),
                            "path": .string("\(Threads.resource.path)/\($0.thread)"),
                            "from": .string($0.from), "to": .string($0.to),
                        ]
                    }
                ),
            ],
        ]
    }

    private func ride(_ ride: TimetableLookup.RideLine) -> JSON {
        let changes =
            ride.changes.isEmpty
            ? Localized("без пересадок", "no change")[language]
            : counted(
                ride.changes.count,
                language,
                ru: (one: "пересадка", few: "пересадки", many: "пересадок"),
                en: (one: "change", many: "changes")
            )
        return [
            "departure": .string(Self.clock(ride.departure)), "arrival": .string(Self.clock(ride.arrival)),
            "day": .string(dayAfter(ride.departure, ride.arrival)), "from": .string(ride.from),
            "to": .string(ride.to),
            "duration": .string(duration(ride.minutes)), "changes": .string(changes),
            "price": .string(ride.price.map { price($0) } ?? ""), "legs": .array(ride.legs.map(leg)),
        ]
    }

    private func leg(_ leg: TimetableLookup.Leg) -> JSON {
        [
            "departure": .string(Self.clock(leg.departure)), "arrival": .string(Self.clock(leg.arrival)),
            "from": .string(leg.from), "to": .string(leg.to), "number": .string(leg.number),
            "title": .string(leg.title), "path": .string("\(Threads.resource.path)/\(leg.thread)"),
            "transport": .string(leg.transport.title[language]), "carrier": .string(leg.carrier),
            "platform": .string(leg.platform),
            "wait": .string(leg.waitMinutes > 0 ? duration(leg.waitMinutes) : ""),
        ]
    }

    /// `05:28` of `2022-06-15T05:28:00+03:00`.
    private static func clock(_ time: String) -> String { String(time.dropFirst(11).prefix(5)) }

    /// The day of the arrival, if it is another one than that of the departure.
    private func dayAfter(_ departure: String, _ arrival: String) -> String {
        guard departure.prefix(10) != arrival.prefix(10), let day = Int32(day: String(arrival.prefix(10)))
        else { return "" }
        return TravelDay.words(day, language)
    }

    private func duration(_ minutes: Int64) -> String {
        let (hour, minute) = (Localized("ч", "h")[language], Localized("мин", "min")[language])
        let (days, hours, rest) = (minutes / 1_440, minutes / 60 % 24, minutes % 60)
        let parts = [(days, Localized("сут", "d")[language]), (hours, hour), (rest, minute)]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1)" }
        return words.isEmpty ? "0\u{A0}\(minute)" : words.joined(separator: " ")
    }

    private func price(_ price: TimetableLookup.Price) -> String {
        let sign = price.currency == "RUB" ? "₽" : price.currency
        let cents = price.amount % 100
        let whole = RecordCell.grouped(price.amount / 100)
        let point = Localized(",", ".")[language]
        let rest = cents == 0 ? "" : point + TravelWriter.padded(cents)
        return "\(whole)\(rest)\u{A0}\(sign)"
    }
}
