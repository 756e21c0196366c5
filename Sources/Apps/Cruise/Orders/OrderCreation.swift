import Core
import Storage
import Web

/// The creation of an order: everything in one transaction, and a repeated request gets the first order.
struct OrderCreation: Sendable {
    /// The time in which the same user, cruise and cabins mean the same order (decision 14).
    static let repeatWindow: Duration = .seconds(600)

    let services: Services
    let request: OrderRequest
    let userID: String
    /// The digest of the header `Idempotency-Key`.
    let key: [UInt8]?
    let now: Timestamp

    func run() async throws -> OrderDetails {
        // The prices must be those of this moment, whichever server has changed them.
        try await services.live.refresh()
        let live = services.live.state
        return try await services.database.write { connection in
            // Requests of one user wait here for each other, so that a repeated one sees the first order.
            guard try connection.lockActiveCruiseUser(userID) else { throw CruiseError.unauthorized }
            if let order = try known(on: connection) { return try OrderDetails(order, on: connection) }
            let order = try OrderDetails(try create(live, on: connection), on: connection)
            try connection.raiseCabins()
            return order
        }
    }

    private func known(on connection: any Connection) throws -> CruiseOrder? {
        let digest = request.digest(of: userID)
        if let key {
            let row = try connection.rows(
                "SELECT * FROM cruise_orders WHERE user_id = \(userID) AND idempotency_key = \(key)"
            ).first
            guard let order = try row.map(CruiseOrder.init) else { return nil }
            guard order.contentDigest == digest else {
                throw CruiseError.conflict("The Idempotency-Key belongs to another order.")
            }
            return order
        }
        let rows = try connection.rows(
            """
            SELECT * FROM cruise_orders
            WHERE user_id = \(userID) AND content_digest = \(digest)
                AND created_at > \(now.advanced(by: .zero - Self.repeatWindow))
            ORDER BY id DESC
            """
        )
        // One whose cabins are free again is over: the same cabins are a new order.
        return try rows.map(CruiseOrder.init).first(where: \.holdsCabins)
    }

    private func create(_ live: LiveState, on connection: any Connection) throws -> CruiseOrder {
        guard let cruise = live.sellableCruise(request.cruiseID, at: now),
            cruise.string("kind") == request.kind.rawValue
        else { throw CruiseError.bad("The cruise cannot be booked.") }
        let settings = try services.appSettings.orders(on: connection)
        try requireFewUnpaid(settings, on: connection)
        let list = CabinList(cruise, live, at: now)
        let lines = try request.cabins.map { try line($0, list) }
        guard lines.reduce(0, { $0 + $1.seats }) <= OrderPricing.seatsMax else {
            throw CruiseError.bad("An order has at most \(OrderPricing.seatsMax) passengers.")
        }
        let draft = OrderDraft(
            id: Identifier.new(at: now, random: services.random),
            creation: self,
            list: list,
            ship: cruise.string("ship").flatMap { live[Ships.type.name][$0] },
            city: cruise.stops.first.flatMap { live[CruiseCities.type.name][$0.city] }?.text("name", .ru),
            lines: lines,
            settings: settings
        )
        return try draft.insert(on: connection)
    }

    private func line(_ cabin: OrderRequest.Cabin, _ list: CabinList) throws -> OrderDraft.Line {
        guard let offer = list.offer(cabin.id, [:]) else {
            throw CruiseError.bad("The cabin is not one of this cruise.")
        }
        guard let price = offer.price else { throw CruiseError.bad("The price of the cabin is on request.") }
        guard cabin.passengers.count <= Int(offer.places) else {
            throw CruiseError.bad("The cabin has \(offer.places) places.")
        }
        let seats = cabin.passengers.isEmpty ? offer.places : Int64(cabin.passengers.count)
        return OrderDraft.Line(offer: offer, price: price, seats: seats, passengers: cabin.passengers)
    }

    /// A user cannot block a whole ship without paying.
    private func requireFewUnpaid(_ settings: OrderSettings, on connection: any Connection) throws {
        let row = try connection.rows(
            """
            SELECT count(*) AS count FROM cruise_orders
            WHERE user_id = \(userID) AND status IN ('new', 'checking', 'wait_pay')
            """
        ).first
        guard try row?.get("count", as: Int64.self) ?? 0 < settings.unpaidMax else {
            throw CruiseError.bad("There are too many unpaid orders.")
        }
    }
}

extension Connection {
    /// Locks the row of a user who can act; false if there is none.
    func lockActiveCruiseUser(_ id: String) throws -> Bool {
        try execute(
            """
            UPDATE cruise_users SET created_at = created_at
            WHERE id = \(id) AND erased_at IS NULL AND blocked_at IS NULL
            """
        ) == 1
    }
}
