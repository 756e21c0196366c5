import Core
import Storage

/// A cruise of an operator's file, before its names become entries (cruise.md, section 4, the import mapping).
struct OperatorCruise: Sendable {
    struct Stop: Sendable {
        let day: Int64
        let city: String
        let arrival: String?
        let departure: String?
    }

    struct Price: Sendable {
        /// Nil for the least price of the whole cruise.
        let cabinClass: String?
        let price: JSON
    }

    /// The id at the operator; made of ship, departure and route if the row has none.
    let external: String
    let vendor: String?
    let kind: CruiseKind
    let title: String
    let ship: OperatorShip
    let term: CruiseTerm
    let stops: [Stop]
    let prices: [Price]
    let directions: [String]
    let destinations: [String]
    let description: String?
    let infoblocks: [(title: String, text: String)]
    let discounts: [OperatorDiscount]
    let excursions: [OperatorExcursion]
    let reviews: [OperatorReview]
    let isPopular: Bool

    init(_ row: OperatorRow, kind fallback: CruiseKind) throws(OperatorFault) {
        ship = try OperatorShip(row)
        term = try OperatorDates.term(row)
        vendor = row.named("company", "vendor", "operator", "компания")
        kind = row.text("type", "kind").flatMap { CruiseKind(rawValue: $0.lowercased()) } ?? fallback
        let timetable = row.rows("timetable", "points")
        let route = row.text("route", "kr_route", "kr_route_name", "маршрут")
        stops =
            timetable.isEmpty
            ? Self.stops(along: route ?? row.text("kr_cities") ?? "", term)
            : Self.stops(timetable, term)
        let cities = stops.map(\.city)
        let named = row.text("name", "title", "beautifulName") ?? route
        guard let title = named ?? (cities.isEmpty ? nil : cities.joined(separator: " – ")) else {
            throw OperatorFault("нет ни названия, ни маршрута", "has neither a name nor a route")
        }
        self.title = String(title.prefix(300))
        let key = "\(ship.title)|\(term.start)|\(route ?? title)"
        external =
            row.text("id", "cruise_id", "kr_id").map { String($0.prefix(100)) }
            ?? String(SHA256.hex(key.utf8).prefix(32))
        prices = try Self.prices(row)
        directions = row.lines("rivers", "regions", "directions")
        destinations = row.lines("popularRoutes")
        description = row.text("description", "kr_description")
        let blocks = [
            ("Важно", "important"), ("Скидки", "discountsText"), ("Экскурсии", "notesExcursions"),
        ]
        infoblocks = blocks.compactMap { title, name in
            let text = row.lines(name).joined(separator: "\n\n")
            return text.isEmpty ? nil : (title, String(text.prefix(10_000)))
        }
        discounts = OperatorDiscount.all(in: row)
        excursions = try OperatorExcursion.all(in: timetable)
        reviews = row.rows("reviews").compactMap { OperatorReview($0) }
        isPopular = row.flag("cruisePopular", "kr_pop")
    }

    // MARK: The route

    private static func stops(_ timetable: [OperatorRow], _ term: CruiseTerm) -> [Stop] {
        timetable.enumerated().prefix(200).compactMap { index, row in
            guard let city = row.named("city", "place", "ex_city") else { return nil }
            return Stop(
                day: day(of: row, at: index, term),
                city: String(city.prefix(200)),
                arrival: time(row.text("arrival", "timeArrival", "dateArrival", "ex_time_start")),
                departure: time(row.text("departure", "timeDeparture", "dateDeparture", "ex_time_end"))
            )
        }
    }

    /// The day of a row of a timetable: its number, else that of its date, else its place in the list.
    static func day(of row: OperatorRow, at index: Int, _ term: CruiseTerm) -> Int64 {
        let date = row.text("date", "dateArrival", "dateDeparture", "arrival", "departure", "ex_date_start")
            .flatMap { OperatorDates.moment($0) }
        let counted = date.map { CruiseTerm.date(of: $0).daysSince1970 - term.startDate.daysSince1970 + 1 }
        let day = row.integer("day") ?? counted ?? Int64(index + 1)
        return min(max(day, 1), Cruises.days.upperBound)
    }

    /// `18:30` of a time or a moment; nil of anything else.
    private static func time(_ text: String?) -> String? {
        guard let text else { return nil }
        let clock = text.contains("T") ? text.split(separator: "T").last ?? "" : text[...]
        let bytes = Array(clock.prefix(5).utf8)
        guard bytes.count == 5, bytes[2] == 58, let hour = Int(clock.prefix(2)), 0..<24 ~= hour,
            let minute = Int(clock.dropFirst(3).prefix(2)), 0..<60 ~= minute
        else { return nil }
        return String(clock.prefix(5))
    }

    /// The cities of `Москва – Углич – Москва`; all but the last one on the first days.
    private static func stops(along route: String, _ term: CruiseTerm) -> [Stop] {
        var cities = [route]
        for dash in [" – ", " — ", " - ", ";", ","] where route.contains(dash) {
            cities = route.split(separator: dash, omittingEmptySubsequences: false).map(String.init)
            break
        }
        let names = cities.map { String($0.trimmed.prefix(200)) }
            .filter { !$0.isEmpty }.prefix(200)
        return names.enumerated().map { index, city in
            let isLast = index > 0 && index == names.count - 1
            let day = isLast ? term.days : min(Int64(index + 1), term.days)
            return Stop(
                day: min(max(day, 1), Cruises.days.upperBound),
                city: city,
                arrival: nil,
                departure: nil
            )
        }
    }

    // MARK: Prices

    private static func prices(_ row: OperatorRow) throws(OperatorFault) -> [Price] {
        var prices: [Price] = []
        for line in row.rows("prices", "cr_prices").prefix(100) {
            guard let title = line.named("category", "name", "type", "class", "k_type"),
                let price = try line.rubles("price", "cr_price_price", "min")
            else { continue }
            prices.append(Price(cabinClass: String(title.prefix(200)), price: price))
        }
        guard prices.isEmpty else { return prices }
        let own = try row.rubles("min_price", "min_price_rur", "price", "мин. цена", "цена")
        let listed = try OperatorRow(row.members["prices"]).rubles("min")
        return (own ?? listed).map { [Price(cabinClass: nil, price: $0)] } ?? []
    }
}
