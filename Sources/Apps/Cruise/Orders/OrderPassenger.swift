import Core
import Storage

/// A person who travels with an order.
struct OrderPassenger: Sendable {
    let id: String
    let orderID: String
    let orderCabinID: String
    /// The entry of `ship_cabins`.
    let cabinID: String
    let position: Int64
    let data: PersonalData

    init(_ row: Row) throws {
        id = try row.get("id")
        orderID = try row.get("order_id")
        orderCabinID = try row.get("order_cabin_id")
        cabinID = try row.get("cabin_id")
        position = try row.get("position")
        data = try PersonalData(row)
    }

    static func query(of orderID: String) -> SQL {
        """
        SELECT p.*, c.cabin_id FROM cruise_passengers p JOIN cruise_order_cabins c ON c.id = p.order_cabin_id
        WHERE p.order_id = \(orderID) ORDER BY c.position, p.position
        """
    }

    var json: JSON {
        .object(
            data.members.merging([
                "id": .string(id), "passenger_id": .string(id), "order_id": .string(orderID),
                "cabin_id": .string(cabinID),
            ]) { first, _ in first }
        )
    }
}

extension Connection {
    func passengers(of orderID: String) throws -> [OrderPassenger] {
        try rows(OrderPassenger.query(of: orderID)).map(OrderPassenger.init)
    }

    func passenger(_ id: String) throws -> OrderPassenger? {
        try rows(
            """
            SELECT p.*, c.cabin_id FROM cruise_passengers p JOIN cruise_order_cabins c ON c.id = p.order_cabin_id
            WHERE p.id = \(id)
            """
        ).first.map(OrderPassenger.init)
    }

    func insertPassenger(
        _ id: String,
        _ data: PersonalData,
        at position: Int64,
        in cabin: (orderID: String, id: String),
        at now: Timestamp
    ) throws {
        try send(
            """
            INSERT INTO cruise_passengers (id, order_id, order_cabin_id, position, surname, name, patronymic, sex,
                birthday, passp_type, passp_number, passp_date, passp_vidan, citizenship_id, created_at, updated_at)
            VALUES (\(id), \(cabin.orderID), \(cabin.id), \(position), \(data.surname), \(data.name),
                \(data.patronymic), \(data.sex), \(data.birthday?.description), \(data.documentType?.rawValue),
                \(data.documentNumber), \(data.issuedOn?.description), \(data.issuer), \(data.citizenshipID),
                \(now), \(now))
            """
        )
    }

    func update(_ id: String, _ data: PersonalData, at now: Timestamp) throws {
        try send(
            "UPDATE cruise_passengers SET \(data.assignments), updated_at = \(now) WHERE id = \(id)"
        )
    }
}
