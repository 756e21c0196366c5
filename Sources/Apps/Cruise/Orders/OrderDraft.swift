import Core
import Storage
import Web

/// An order with everything checked and priced, ready to be written.
struct OrderDraft: Sendable {
    struct Line: Sendable {
        let offer: CabinOffer
        let price: Int64
        let seats: Int64
        let passengers: [PersonalData]
    }

    let id: String
    let creation: OrderCreation
    let list: CabinList
    let ship: LiveContent?
    /// The name of the city where the cruise begins.
    let city: String?
    let lines: [Line]
    let settings: OrderSettings

    private var now: Timestamp { creation.now }
    private var cabins: [OrderPricing.Cabin] {
        lines.map { OrderPricing.Cabin(price: $0.price, seats: $0.seats) }
    }
    private var terms: OrderPricing.Terms {
        OrderPricing.Terms(
            discountPercent: list.discountPercent,
            portFee: settings.portFee,
            vatPercent: settings.vatPercent
        )
    }

    /// Writes the order with its cabins, which the database gives to one order only, and its lines.
    func insert(on connection: any Connection) throws -> CruiseOrder {
        let pricing = OrderPricing(cabins, terms)
        let order = try insertOrder(pricing, on: connection)
        try holdCabins(on: connection)
        try connection.write(
            discounts(pricing),
            TaxLine.lines(of: pricing, portFee: settings.portFee, vatPercent: settings.vatPercent),
            of: id
        )
        let change = OrderChange(
            before: nil,
            status: .new,
            reason: nil,
            note: nil,
            actor: .user,
            at: now
        )
        try connection.record(change, of: order)
        var priced = order
        if let code = creation.request.promoCode {
            let promo = try connection.usePromo(code, for: id, by: creation.userID, at: now)
            priced = try connection.reprice(order, adding: promo, at: now)
        }
        return priced
    }

    private func insertOrder(_ pricing: OrderPricing, on connection: any Connection) throws -> CruiseOrder {
        let (cruise, request) = (list.cruise, creation.request)
        let snapshot = CruiseSnapshot(cruise, ship: ship, city: city, discounts: list.discounts)
        let rows = try connection.rows(
            """
            INSERT INTO cruise_orders (id, user_id, cruise_id, cruise, kind, starts_at, ends_at, status, variant,
                pay_percent, discount_percent, port_fee, vat_percent, cabins_sum, discount_sum, tax_sum, total,
                idempotency_key, content_digest, block_until, created_at, updated_at)
            VALUES (\(id), \(creation.userID), \(cruise.id), \(snapshot.json.text), \(request.kind.rawValue),
                \(cruise.timestamp("starts_at")), \(cruise.timestamp("ends_at") ?? cruise.timestamp("starts_at")),
                'new', \(request.variant.rawValue), \(request.variant.percent(settings.prepaymentPercent)),
                \(list.discountPercent), \(settings.portFee), \(settings.vatPercent), \(pricing.cabinsSum),
                \(pricing.discount), \(pricing.portFee), \(pricing.total), \(creation.key),
                \(request.digest(of: creation.userID)), \(now.advanced(by: settings.blockTime)), \(now), \(now))
            RETURNING *
            """
        )
        guard let row = rows.first else { throw StorageError.other("the order was not written") }
        return try CruiseOrder(row)
    }

    /// In the order of their ids, so that two orders that want the same cabins wait for each other only one way.
    private func holdCabins(on connection: any Connection) throws {
        for (position, line) in lines.enumerated().sorted(by: { $0.element.cabinID < $1.element.cabinID }) {
            let cabinRow = Identifier.new(at: now, random: creation.services.random)
            let held = try connection.execute(
                """
                INSERT INTO cruise_order_cabins (id, order_id, cruise_id, cabin_id, position, number, deck, class_id,
                    class, places, price, seats)
                VALUES (\(cabinRow), \(id), \(list.cruise.id), \(line.cabinID), \(Int64(position)),
                    \(line.offer.cabin.text("number", .ru)), \(line.offer.cabin.text("deck", .ru)),
                    \(line.offer.classID), \(line.offer.className), \(line.offer.places), \(line.price),
                    \(line.seats))
                ON CONFLICT DO NOTHING
                """
            )
            guard held == 1 else { throw CruiseError.conflict("The cabin is taken.") }
            for (position, passenger) in line.passengers.enumerated() {
                try connection.insertPassenger(
                    Identifier.new(at: now, random: creation.services.random),
                    passenger,
                    at: Int64(position),
                    in: (id, cabinRow),
                    at: now
                )
            }
        }
    }

    private func discounts(_ pricing: OrderPricing) -> [DiscountLine] {
        guard list.discountPercent > 0 else { return [] }
        return [
            DiscountLine(
                kind: .discount,
                title: list.discountTitle,
                percent: list.discountPercent,
                amount: nil,
                promoID: nil,
                kopecks: pricing.discount
            )
        ]
    }
}

extension OrderDraft.Line {
    fileprivate var cabinID: String { offer.cabin.id }
}
