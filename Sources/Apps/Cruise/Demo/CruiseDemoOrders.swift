import Core
import Storage
import Web

/// Invented orders of the demonstration in every state, made through the functions of the app.
struct CruiseDemoOrders: Sendable {
    /// The ends of the orders, in turn.
    private enum Fate: CaseIterable {
        case new, checking, noCabins, waiting, prepaid, paid, completed, cancelled, returned, expired
    }

    private static let count = 40

    private let services: Services
    private let live: LiveState
    private let now: Timestamp

    init(_ services: Services) async throws {
        self.services = services
        try await services.live.refresh()
        (live, now) = (services.live.state, services.now())
    }

    /// Returns the number of added orders; does nothing if there is one already, or no cruise.
    func add() async throws -> Int {
        let (users, known) = try await services.database.read { connection in
            (
                try connection.rows(
                    """
                    SELECT id FROM cruise_users WHERE erased_at IS NULL AND blocked_at IS NULL ORDER BY id
                    LIMIT \(Self.count)
                    """
                ).map { try $0.get("id", as: String.self) },
                try connection.rows("SELECT id FROM cruise_orders LIMIT 1").count
            )
        }
        let cruises = live[Cruises.type.name].contents.filter { live.sellableCruise($0.id, at: now) != nil }
        guard known == 0, !cruises.isEmpty else { return 0 }
        var added = 0
        // By time, as their numbers are.
        let inTime = users.enumerated().sorted { made($0.offset) < made($1.offset) }
        for (index, user) in inTime {
            let cruise = cruises[index * 7 % cruises.count]
            let offer = CabinList(cruise, live, at: now).offers([:]).dropFirst(index % 5).first {
                $0.price != nil
            }
            guard let offer, let kind = cruise.string("kind") else { continue }
            let body: [String: JSON] = [
                "cruise_id": .string(cruise.id), "type": .string(kind),
                "variant": .string(OrderVariant.allCases[index % OrderVariant.allCases.count].rawValue),
                "cabins": [["cabin_id": .string(offer.cabin.id), "passengers": .array(passengers(index))]],
            ]
            if try await add(body, of: user, index) { added += 1 }
        }
        return added
    }

    private func fate(_ index: Int) -> Fate { Fate.allCases[index % Fate.allCases.count] }

    /// Open orders are of the last day, as their cabins wait for two; the others are of the last month.
    private func made(_ index: Int) -> Timestamp {
        switch fate(index) {
        case .new, .checking, .noCabins, .waiting, .returned:
            now.advanced(by: .seconds(-(index + 1) * 2_111))
        case .prepaid, .paid, .completed, .cancelled, .expired:
            now.advanced(by: .seconds(-(3 + index * 26 / Self.count) * 86_400 + index * 1_733))
        }
    }

    private func passengers(_ index: Int) -> [JSON] {
        let names = [("Анна", "Соколова"), ("Иван", "Волков"), ("Мария", "Лебедева"), ("Павел", "Зайцев")]
        return (0...(index % 2)).map { number in
            let (name, surname) = names[(index + number) % names.count]
            return ["name": .string(name), "surname": .string(surname)]
        }
    }

    /// False if the cabin is taken.
    private func add(
        _ body: [String: JSON],
        of userID: String,
        _ index: Int
    ) async throws -> Bool {
        let rules = PersonalData.Rules(today: CruiseTerm.date(of: now), isCitizenship: { _ in false })
        let made = made(index)
        let creation = OrderCreation(
            services: services,
            request: try OrderRequest(body, rules),
            userID: userID,
            key: nil,
            now: made
        )
        let details: OrderDetails
        do {
            details = try await creation.run()
        } catch is CruiseError {
            return false
        }
        try await services.database.write { connection in
            guard let order = try connection.lockedOrder(details.order.id) else { return }
            try decide(fate(index), order, at: made.advanced(by: .seconds(1_800)), on: connection)
            // An invented order notifies no device.
            try connection.send(
                "DELETE FROM outbox WHERE kind = \(OutboxKind.devicePush.name) AND subject = \(order.id)"
            )
        }
        return true
    }

    private func decide(
        _ fate: Fate,
        _ order: CruiseOrder,
        at: Timestamp,
        on connection: any Connection
    ) throws {
        guard fate != .new else { return }
        if fate == .expired {
            try connection.move(order, to: .closed, for: .expired, by: .server, at: at)
            return
        }
        var order = try connection.move(order, to: .checking, by: .user, at: at)
        switch fate {
        case .new, .checking, .expired: return
        case .noCabins:
            try connection.move(order, to: .noCabins, by: .server, at: at)
            return
        case .waiting, .prepaid, .paid, .completed, .cancelled, .returned: break
        }
        order = try connection.move(order, to: .waitPay, by: .server, at: at)
        if fate != .waiting {
            let isWhole = fate == .paid || fate == .completed
            order = try pay(order, isWhole ? order.total : order.prepayment, at: at, on: connection)
        }
        switch fate {
        case .completed: try connection.move(order, to: .closed, for: .completed, by: .server, at: at)
        case .cancelled, .returned:
            let note = "Планы изменились"
            order = try connection.move(order, to: .closed, for: .cancelled, note: note, by: .server, at: at)
            guard fate == .returned else { return }
            for payment in try connection.payments(of: order.id) {
                try connection.addRefund(
                    payment.kopecks,
                    of: payment,
                    order,
                    note,
                    by: .server,
                    needsApproval: true,
                    at: at
                )
            }
        case .new, .checking, .noCabins, .waiting, .prepaid, .paid, .expired: break
        }
    }

    /// A payment in the books, which no bank knows.
    private func pay(
        _ order: CruiseOrder,
        _ kopecks: Int64,
        at: Timestamp,
        on connection: any Connection
    ) throws -> CruiseOrder {
        let method = PaymentMethod.allCases[Int(order.number % 2)]
        let payment = OrderPayment(
            id: "demo-\(order.number)",
            kopecks: kopecks,
            provider: method.provider,
            madeAt: at
        )
        _ = try connection.post(payment, of: order)
        return try connection.advanceIfPaid(order, at: at)
    }
}
