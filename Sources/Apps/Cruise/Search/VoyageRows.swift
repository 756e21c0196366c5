import Core
import Storage
import Voyages

/// The rows of an index, read from the published cruises.
struct VoyageRows: Sendable {
    private(set) var rows: [VoyageRow] = []
    /// By the id of a cruise: the version that its row was read from, and the position of the row.
    private var read: [String: (cruise: LiveContent, row: Int)] = [:]
    /// The rows are made of these beside the cruises.
    private let basis: [String]

    /// A row of `known` is taken over if its cruise is the same and nothing else has changed.
    init(
        _ live: LiveState,
        at now: Timestamp,
        _ discounts: CruiseDiscounts,
        _ capacities: ShipCapacities,
        _ discountIDs: [String],
        known: VoyageRows?
    ) {
        let ships = live[Ships.type.name]
        basis =
            ["\(ships.revision)", "\(capacities.revision)", "\(live[Discounts.type.name].revision)"]
            + discountIDs
        let known = known?.basis == basis ? known : nil
        let classes = Dictionary(
            ships.contents.map { ($0.id, ShipClass.number(named: $0.string("category") ?? "")) }
        ) { first, _ in first }
        let cruises = live[Cruises.type.name].contents
        rows.reserveCapacity(cruises.count)
        read.reserveCapacity(cruises.count)
        for cruise in cruises where cruise.isOpen(at: now) {
            let row: VoyageRow
            if let known = known?.row(of: cruise) {
                row = known
            } else if let ship = cruise.string("ship"), let shipClass = classes[ship],
                let made = VoyageRow(cruise, ship, shipClass, CruisePrice.of(cruise, discounts))
            {
                row = made.with(places: capacities.byShip[ship] ?? 0)
            } else {
                continue
            }
            read[cruise.id] = (cruise, rows.count)
            rows.append(row)
        }
    }

    private func row(of cruise: LiveContent) -> VoyageRow? {
        guard let read = read[cruise.id], read.cruise === cruise else { return nil }
        return rows[read.row]
    }

    /// The free places of cruises on which some are taken.
    func places(without taken: [String: Int32]) -> [String: Int32] {
        var places: [String: Int32] = [:]
        for (id, taken) in taken {
            guard let row = read[id]?.row else { continue }
            places[id] = rows[row].places - min(max(taken, 0), rows[row].places)
        }
        return places
    }
}

extension VoyageRow {
    /// Nil without dates; then apps do not see the cruise.
    fileprivate init?(_ cruise: LiveContent, _ ship: String, _ shipClass: Int?, _ price: CruisePrice) {
        guard let term = CruiseTerm(cruise), let kind = VoyageKind(name: cruise.string("kind") ?? "") else {
            return nil
        }
        self.init(
            id: cruise.id,
            kind: kind,
            start: term.start.seconds,
            firstDay: Int32(clamping: term.startDate.daysSince1970),
            days: Int32(clamping: term.days)
        )
        (self.ship, self.shipClass) = (ship, shipClass)
        city = cruise.stops.first?.city
        directions = cruise.ids("directions")
        popularity = cruise.integer("popularity") ?? 0
        self.price = price.discounted
        percent = price.best
    }

    fileprivate func with(places: Int32) -> VoyageRow {
        var row = self
        row.places = places
        return row
    }
}
