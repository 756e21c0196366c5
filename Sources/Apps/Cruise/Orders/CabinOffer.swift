import Core
import Storage

/// A cabin of a cruise as the app offers it: its price and whether it is free (C85).
struct CabinOffer: Sendable {
    enum State: String, Sendable, CaseIterable {
        case free
        /// Held by an order that is not settled yet.
        case booked
        case sold
        /// Its class has no price.
        case onRequest = "on_request"

        var title: Localized {
            switch self {
            case .free: Localized("свободна", "free")
            case .booked: Localized("забронирована", "booked")
            case .sold: Localized("продана", "sold")
            case .onRequest: Localized("по запросу", "on request")
            }
        }
    }

    let cabin: LiveContent
    let classID: String
    let className: String
    /// Kopecks for one person; nil on request.
    let price: Int64?
    let discountPercent: Int64
    let state: State

    var places: Int64 { cabin.integer("places") ?? 1 }

    /// The price for a number of persons as an order has it.
    func pricing(seats: Int64) -> OrderPricing? {
        price.map { price in
            OrderPricing(
                [OrderPricing.Cabin(price: price, seats: seats)],
                OrderPricing.Terms(discountPercent: discountPercent)
            )
        }
    }

    /// The object of the app; its prices are for one person, its totals for `seats`.
    func json(seats: Int64) -> JSON {
        let (one, all) = (pricing(seats: 1), pricing(seats: seats))
        return [
            "id": .string(cabin.id), "cabin_id": .string(cabin.id),
            "number": .string(cabin.text("number", .ru)), "deck": .string(cabin.text("deck", .ru)),
            "class": .string(className), "class_id": .string(classID), "capacity": .integer(places),
            "state": .string(state.rawValue), "price": CruiseMoney.rubles(one?.cabinsSum),
            "price_discounted": CruiseMoney.rubles(one?.total), "discount": .integer(discountPercent),
            "passengers": .integer(seats), "total": CruiseMoney.rubles(all?.cabinsSum),
            "total_discounted": CruiseMoney.rubles(all?.total),
        ]
    }
}

/// The cabins of one cruise with their prices, from what is published.
struct CabinList: Sendable {
    let cruise: LiveContent
    let discounts: [LiveContent]
    private let live: LiveState
    private let prices: [String: Int64]

    init(_ cruise: LiveContent, _ live: LiveState, at now: Timestamp) {
        (self.cruise, self.live) = (cruise, live)
        discounts = CruiseDiscounts(live.cruiseDiscounts(at: now)).matching(cruise)
        var prices: [String: Int64] = [:]
        for row in cruise.rows("prices") {
            guard let classID = row.id("cabin_class"), let price = row.hundredths("price"), price > 0 else {
                continue
            }
            prices[classID] = min(price, prices[classID] ?? price)
        }
        self.prices = prices
    }

    /// The best single discount (decision 15).
    var discountPercent: Int64 {
        discounts.first.map { Int64(CruisePrice.of(cruise, discounts: [$0]).best) } ?? 0
    }

    /// The names of the best discount; several may have the same percent.
    var discountTitle: String {
        let best = discounts.filter { $0.integer("percent") == discounts.first?.integer("percent") }
        return best.map { $0.text("title", .ru) }.joined(separator: ", ")
    }

    /// All cabins of the ship in the order of their numbers, with what holds them.
    func offers(_ held: [String: OrderStatus]) -> [CabinOffer] {
        guard let ship = cruise.string("ship") else { return [] }
        let percent = discountPercent
        return live[ShipCabins.type.name].index(ShipCabinIndex.self)[ship].map { offer($0, held, percent) }
    }

    /// One cabin of the ship; nil if it is on another one.
    func offer(_ cabinID: String, _ held: [String: OrderStatus]) -> CabinOffer? {
        guard let cabin = live[ShipCabins.type.name][cabinID], let ship = cruise.string("ship"),
            cabin.string("ship") == ship
        else { return nil }
        return offer(cabin, held, discountPercent)
    }

    private func offer(_ cabin: LiveContent, _ held: [String: OrderStatus], _ percent: Int64) -> CabinOffer {
        let classID = cabin.string("cabin_class") ?? ""
        let cabinClass = live[CabinClasses.type.name][classID]
        let price = cabinClass.flatMap { prices[$0.id] }
        let state: CabinOffer.State =
            switch held[cabin.id] {
            case .new?, .checking?, .waitPay?: .booked
            case .documents?, .closed?, .noCabins?: .sold
            case nil: price == nil ? .onRequest : .free
            }
        return CabinOffer(
            cabin: cabin,
            classID: classID,
            className: cabinClass?.text("title", .ru) ?? "",
            price: price,
            discountPercent: percent,
            state: state
        )
    }
}

extension LiveState {
    /// A cruise that can be sold at this moment: published with its ship, which has not left yet.
    func sellableCruise(_ id: String, at now: Timestamp) -> LiveContent? {
        guard let cruise = self[Cruises.type.name][id], cruise.isOpen(at: now),
            let ship = cruise.string("ship"), self[Ships.type.name][ship] != nil,
            let start = cruise.timestamp("starts_at"), now < start
        else { return nil }
        return cruise
    }
}

/// The published cabins by ship.
private struct ShipCabinIndex: LiveIndex {
    private let byShip: [String: [LiveContent]]

    init(_ contents: [LiveContent]) {
        byShip = Dictionary(grouping: contents) { $0.string("ship") ?? "" }
            .mapValues { $0.sorted { ($0.text("number", .ru), $0.id) < ($1.text("number", .ru), $1.id) } }
    }

    subscript(ship: String) -> [LiveContent] { byShip[ship] ?? [] }
}
