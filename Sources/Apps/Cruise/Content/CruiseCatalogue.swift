import Core
import Storage

/// The cruises that apps see at one moment.
struct CruiseCatalogue: Sendable {
    let live: LiveState
    let now: Timestamp

    /// A cruise whose window is open.
    func cruise(_ id: String) -> LiveContent? {
        guard let cruise = live[Cruises.type.name][id], cruise.isOpen(at: now) else { return nil }
        return cruise
    }

    func ship(of cruise: LiveContent) -> LiveContent? {
        cruise.string("ship").flatMap { live[Ships.type.name][$0] }
    }

    func city(_ id: String?) -> LiveContent? {
        id.flatMap { live[CruiseCities.type.name][$0] }
    }

    /// The excursions of a cruise by day, each day in the order of the console.
    func excursions(of cruise: LiveContent) -> [Int64: [LiveContent]] {
        Dictionary(grouping: live[Excursions.type.name].index(ExcursionIndex.self)[cruise.id]) {
            $0.integer("day") ?? 1
        }
    }

    func discounts() -> CruiseDiscounts { CruiseDiscounts(live.cruiseDiscounts(at: now)) }
}

/// One stop of a route: a row of the table of a cruise.
struct CruiseStop: Sendable {
    let day: Int64
    let city: String
    /// `HH:MM`.
    let arrival: String?
    let departure: String?
    let note: String?

    init?(_ row: LiveRow) {
        guard let city = row.id("city") else { return nil }
        day = row.integer("day") ?? 1
        self.city = city
        arrival = row.string("arrival")
        departure = row.string("departure")
        note = row.string("note")
    }

    /// Minutes ashore; nil unless both times are known.
    var minutes: Int64? {
        guard let arrival = arrival.flatMap(Self.minute), let departure = departure.flatMap(Self.minute)
        else { return nil }
        // A ship that leaves after midnight leaves on the next day.
        return departure >= arrival ? departure - arrival : departure + 24 * 60 - arrival
    }

    private static func minute(_ time: String) -> Int64? {
        let parts = time.split(separator: ":").compactMap { Int64($0) }
        return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
    }
}

/// The published excursions by cruise.
private struct ExcursionIndex: LiveIndex {
    private let byCruise: [String: [LiveContent]]

    init(_ contents: [LiveContent]) {
        byCruise = Dictionary(grouping: contents) { $0.string("cruise") ?? "" }
    }

    subscript(cruise: String) -> [LiveContent] { byCruise[cruise] ?? [] }
}

extension LiveContent {
    /// The stops of a cruise by day, each in the order of the timetable.
    var stops: [CruiseStop] {
        let stops = rows("stops").compactMap { CruiseStop($0) }
        return stops.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map(\.element)
    }

    /// The cells of one column of a table, as texts.
    func column(_ column: String, of name: String) -> [String] { rows(name).compactMap { $0.string(column) } }
}
