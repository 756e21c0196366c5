import Core
import Storage
import Web

/// The orders of one user: what the app reads, and what it may change.
///
/// The order of somebody else is unknown here (decision 4).
struct OwnOrders: Sendable {
    /// Orders of one answer; no user has as many.
    private static let countMax = 500

    let services: Services
    let userID: String
    let now: Timestamp

    /// The selections of `GetAllByUserToken`.
    enum Selection: String, Sendable, CaseIterable {
        case all
        /// Those with a voyage that is still to come (C93).
        case upcoming
        case past

        fileprivate func includes(_ order: CruiseOrder, at now: Timestamp) -> Bool {
            switch self {
            case .all: true
            case .upcoming: order.holdsCabins && now < order.startsAt
            case .past: !order.holdsCabins || order.startsAt <= now
            }
        }
    }

    func details(_ id: String) async throws -> OrderDetails {
        try await services.database.read { connection in
            try OrderDetails(try own(try connection.order(id)), on: connection)
        }
    }

    /// The newest first.
    func list(_ selection: Selection) async throws -> [OrderDetails] {
        try await services.database.read { connection in
            let rows = try connection.rows(
                "SELECT * FROM cruise_orders WHERE user_id = \(userID) ORDER BY id DESC LIMIT \(Self.countMax)"
            )
            return try rows.map(CruiseOrder.init).filter { selection.includes($0, at: now) }
                .map { try OrderDetails($0, on: connection) }
        }
    }

    // MARK: Changes

    /// Sends the order to the operator; one that was sent before stays as it is (C105, decision 19).
    func reserve(_ id: String) async throws -> OrderDetails {
        try await change(id) { order, connection in
            guard order.status == .new else { return order }
            return try connection.sendToOperator(
                order,
                try services.appSettings.orders(on: connection),
                by: .user,
                at: now
            )
        }
    }

    /// C106; the same code again changes nothing.
    func apply(_ code: String, to id: String) async throws -> OrderDetails {
        try await change(id) { order, connection in
            let lines = try connection.discountLines(of: order.id)
            if let line = lines.first(where: { $0.kind == .promo }) {
                guard line.title == CruisePromo.normalized(code) else {
                    throw CruiseError.bad("The order has a promo code already.")
                }
                return order
            }
            try requirePriceOpen(order, on: connection)
            let promo = try connection.usePromo(code, for: order.id, by: userID, at: now)
            // A promo code may leave nothing to pay.
            return try connection.advanceIfPaid(
                try connection.reprice(order, adding: promo, at: now),
                at: now
            )
        }
    }

    /// C100; without a cabin the passenger gets the first free place.
    func addPassenger(
        to id: String,
        cabin cabinID: String?,
        _ body: [String: JSON],
        _ rules: PersonalData.Rules
    ) async throws -> OrderPassenger {
        var data = PersonalData()
        try data.apply(body, rules)
        let passengerID = Identifier.new(at: now, random: services.random)
        return try await services.database.write { [data] connection in
            let order = try own(try connection.lockedOrder(id))
            try requireEditable(order)
            let passengers = try connection.passengers(of: order.id)
            let taken = Dictionary(grouping: passengers, by: \.orderCabinID).mapValues { Int64($0.count) }
            let cabin = try cabin(cabinID, of: try connection.orderCabins(of: order.id), taken)
            let count = taken[cabin.id] ?? 0
            if count >= cabin.seats { try addSeat(to: cabin, of: order, on: connection) }
            try connection.insertPassenger(passengerID, data, at: count, in: (order.id, cabin.id), at: now)
            guard let added = try connection.passenger(passengerID) else { throw CruiseError.notFound }
            return added
        }
    }

    /// C101: the fields of the body, one or many.
    func changePassenger(
        _ id: String,
        _ body: [String: JSON],
        _ rules: PersonalData.Rules
    ) async throws -> OrderPassenger {
        try await services.database.write { connection in
            guard let known = try connection.passenger(id) else { throw CruiseError.notFound }
            let order = try own(try connection.lockedOrder(known.orderID))
            try requireEditable(order)
            // It may have been changed while the order was waited for.
            guard let passenger = try connection.passenger(id) else { throw CruiseError.notFound }
            var data = passenger.data
            try data.apply(body, rules)
            try connection.update(id, data, at: now)
            return try connection.passenger(id) ?? passenger
        }
    }

    // MARK: Parts

    private func own(_ order: CruiseOrder?) throws(CruiseError) -> CruiseOrder {
        guard let order, order.userID == userID else { throw .notFound }
        return order
    }

    private func change(
        _ id: String,
        _ body: @escaping @Sendable (CruiseOrder, any Connection) throws -> CruiseOrder
    ) async throws -> OrderDetails {
        try await services.database.write { connection in
            let order = try body(try own(try connection.lockedOrder(id)), connection)
            return try OrderDetails(order, on: connection)
        }
    }

    /// C96.
    private func requireEditable(_ order: CruiseOrder) throws(CruiseError) {
        guard order.status.isOpen else { throw .bad("The order is closed.") }
        guard !order.isOwnerOptions else { throw .bad("The operator has confirmed the order.") }
    }

    private func requirePriceOpen(_ order: CruiseOrder, on connection: any Connection) throws {
        try requireEditable(order)
        guard order.status.isBlocked, try connection.payments(of: order.id).isEmpty else {
            throw CruiseError.bad("The price of the order is settled.")
        }
        guard try !connection.isBeingPaid(order.id, at: now) else {
            throw CruiseError.bad("A payment of the order is under way.")
        }
    }

    private func cabin(
        _ id: String?,
        of cabins: [OrderCabin],
        _ taken: [String: Int64]
    ) throws(CruiseError) -> OrderCabin {
        if let id {
            guard let cabin = cabins.first(where: { $0.cabinID == id || $0.id == id }) else {
                throw .bad("The cabin is not one of this order.")
            }
            guard taken[cabin.id] ?? 0 < cabin.places else { throw .bad("The cabin is full.") }
            return cabin
        }
        let paid = cabins.first { taken[$0.id] ?? 0 < $0.seats }
        guard let cabin = paid ?? cabins.first(where: { taken[$0.id] ?? 0 < $0.places }) else {
            throw .bad("The cabins of the order are full.")
        }
        return cabin
    }

    /// One more person in the cabin raises the price, at the price at which the cabin was sold.
    private func addSeat(to cabin: OrderCabin, of order: CruiseOrder, on connection: any Connection) throws {
        try requirePriceOpen(order, on: connection)
        let seats = try connection.orderCabins(of: order.id).reduce(0) { $0 + $1.seats }
        guard seats < OrderPricing.seatsMax else {
            throw CruiseError.bad("An order has at most \(OrderPricing.seatsMax) passengers.")
        }
        try connection.send("UPDATE cruise_order_cabins SET seats = seats + 1 WHERE id = \(cabin.id)")
        _ = try connection.reprice(order, at: now)
    }
}
