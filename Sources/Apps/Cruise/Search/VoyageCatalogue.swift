import Core
import Storage
import Voyages

/// The cruises that apps see, prepared for searches, from the sets of one moment.
struct VoyageCatalogue: Sendable {
    /// The content types that a search depends on.
    private static let types = [
        Cruises.type.name, Ships.type.name, ShipCabins.type.name, Discounts.type.name,
        CruiseCities.type.name, CruiseDirections.type.name,
    ]

    let live: LiveState
    let index: VoyageIndex
    /// The cruises by their positions in the index.
    let cruises: [LiveContent]
    let discounts: CruiseDiscounts
    let answers = FilterAnswers()
    /// Of each type the revision that it has been made of.
    private let revisions: [Int64]
    /// The time from which a window makes it different; nil if none does.
    private let validUntil: Timestamp?
    private let rows: VoyageRows

    /// The rows of `known` are taken over where nothing has changed.
    init(_ live: LiveState, at now: Timestamp, taken: [String: Int32], known: VoyageCatalogue?) {
        self.live = live
        revisions = Self.revisions(live)
        let sets = [live[Cruises.type.name], live[Discounts.type.name]]
        validUntil = sets.flatMap(\.contents).compactMap { $0.nextWindow(after: now) }.min()
        let open = live.cruiseDiscounts(at: now)
        discounts = CruiseDiscounts(open)
        let capacities = ShipCapacities(live)
        let rows = VoyageRows(live, at: now, discounts, capacities, open.map(\.id), known: known?.rows)
        self.rows = rows
        let index = VoyageIndex(
            rows.rows,
            cities: live.ids(CruiseCities.type.name, by: "name"),
            directions: live.ids(CruiseDirections.type.name, by: "title"),
            ships: live.ids(Ships.type.name, by: "title")
        )
        let set = live[Cruises.type.name]
        cruises = index.ids.compactMap { set[$0] }
        self.index = index.with(places: rows.places(without: taken))
    }

    private init(_ other: VoyageCatalogue, _ index: VoyageIndex) {
        (live, cruises, discounts) = (other.live, other.cruises, other.discounts)
        (revisions, validUntil, rows) = (other.revisions, other.validUntil, other.rows)
        self.index = index
    }

    /// The same cruises with other places taken, of those cruises alone.
    func with(taken: [String: Int32]) -> VoyageCatalogue {
        VoyageCatalogue(self, index.with(places: rows.places(without: taken)))
    }

    /// True if it still is what the sets and the time say; departures are compared at each search.
    func isCurrent(_ live: LiveState, at now: Timestamp) -> Bool {
        (validUntil.map { now < $0 } ?? true) && revisions == Self.revisions(live)
    }

    /// The time from which an answer of `now` may differ.
    func nextChange(after now: Timestamp) -> Timestamp? {
        let departure = index.nextDeparture(after: now.seconds).flatMap { Timestamp(seconds: $0) }
        return [departure, validUntil].compactMap { $0 }.min()
    }

    private static func revisions(_ live: LiveState) -> [Int64] { types.map { live[$0].revision } }
}

extension LiveContent {
    /// The next moment at which its window opens, or has closed.
    fileprivate func nextWindow(after now: Timestamp) -> Timestamp? {
        // A window includes its last moment.
        [liveFrom, liveUntil?.advanced(by: .microseconds(1))].compactMap { $0 }.filter { now < $0 }.min()
    }
}

extension LiveState {
    /// The ids of a type by a text in the standard language.
    fileprivate func ids(_ type: String, by name: String) -> [String] {
        self[type].contents.map { ($0.text(name, .standard).lowercased(), $0.id) }.sorted { $0 < $1 }
            .map { $0.1 }
    }
}

/// The places of all cabins of each ship.
struct ShipCapacities: Sendable {
    let byShip: [String: Int32]
    let revision: Int64

    init(_ live: LiveState) {
        let set = live[ShipCabins.type.name]
        var places: [String: Int32] = [:]
        for cabin in set.contents {
            guard let ship = cabin.string("ship") else { continue }
            places[ship, default: 0] += Int32(clamping: min(max(cabin.integer("places") ?? 0, 0), 100))
        }
        (byShip, revision) = (places, set.revision)
    }
}
