import Core
import Storage

/// A cabin of an order, at the price at which it was sold.
struct OrderCabin: Sendable {
    let id: String
    let orderID: String
    let cruiseID: String
    /// The entry of `ship_cabins`.
    let cabinID: String
    let number: String
    let deck: String
    let classID: String
    let className: String
    let places: Int64
    /// Kopecks for one person.
    let price: Int64
    /// The persons that are paid for.
    let seats: Int64
    let releasedAt: Timestamp?

    init(_ row: Row) throws {
        id = try row.get("id")
        orderID = try row.get("order_id")
        cruiseID = try row.get("cruise_id")
        cabinID = try row.get("cabin_id")
        number = try row.get("number")
        deck = try row.get("deck")
        classID = try row.get("class_id")
        className = try row.get("class")
        places = try row.get("places")
        price = try row.get("price")
        seats = try row.get("seats")
        releasedAt = try row.get("released_at")
    }

    /// In the order in which they were booked.
    static func query(of orderID: String) -> SQL {
        "SELECT * FROM cruise_order_cabins WHERE order_id = \(orderID) ORDER BY position"
    }

    var priced: OrderPricing.Cabin { OrderPricing.Cabin(price: price, seats: seats) }
}

extension Connection {
    /// Signals servers that cabins were taken or freed; last in a transaction, because others wait for the row.
    func raiseCabins() throws {
        try signalChange(of: LiveVoyages.placesRevision)
        notify()
    }

    /// The places of the cabins that orders hold, by cruise.
    func heldPlaces() throws -> [String: Int32] {
        let rows = try rows(
            """
            SELECT cruise_id, CAST(sum(places) AS bigint) AS places FROM cruise_order_cabins
            WHERE released_at IS NULL GROUP BY cruise_id
            """
        )
        return try rows.reduce(into: [:]) { held, row in
            held[try row.get("cruise_id")] = Int32(clamping: try row.get("places", as: Int64.self))
        }
    }

    func orderCabins(of orderID: String) throws -> [OrderCabin] {
        try rows(OrderCabin.query(of: orderID)).map(OrderCabin.init)
    }

    /// The taken cabins of a cruise, each with the status of its order.
    func heldCabins(of cruiseID: String) throws -> [String: OrderStatus] {
        let rows = try rows(
            """
            SELECT c.cabin_id, o.status FROM cruise_order_cabins c JOIN cruise_orders o ON o.id = c.order_id
            WHERE c.cruise_id = \(cruiseID) AND c.released_at IS NULL
            """
        )
        return try rows.reduce(into: [:]) { held, row in
            held[try row.get("cabin_id")] = OrderStatus(rawValue: try row.get("status")) ?? .new
        }
    }
}
