import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Apps

/// One run: the world, its model, and the calls.
struct OrderTraffic {
    let world: OrderWorld
    let apps: [OrderApp]
    let cruises: [String]
    let promoIDs: [String]
    let prices: [Int64] = [30_000_00, 30_000_00, 45_000_50, 45_000_50]
    let places: [Int64] = [2, 2, 3, 3]
    let seed: UInt64
    private var random: SeededRandom
    var model = OrderModel()
    private(set) var step = 0

    var now: Timestamp { world.vitrina.clock.now }
    var place: Comment { "seed \(seed), step \(step)" }

    init(_ vitrina: Vitrina, seed: UInt64) async throws {
        (self.seed, random) = (seed, SeededRandom(seed: seed))
        world = try await OrderWorld(
            vitrina,
            settings: [
                "block_minutes": 30, "operator_seconds": 60, "unpaid_orders_max": 1_000,
                "port_fee": .integer(OrderModel.portFee), "vat_percent": 20,
            ]
        )
        try await world.catalogue.discount(OrderModel.discount, "Весна")
        cruises = [world.cruise, try await world.catalogue.cruise()]
        var apps: [OrderApp] = []
        for number in 0..<4 { apps.append(try await world.user(number)) }
        self.apps = apps
        var ids: [String] = []
        for promo in OrderModel.promos {
            let worth: (String, Int64) =
                switch promo.worth {
                case .percent(let percent): ("percent", percent)
                case .sum(let sum): ("kopecks", sum)
                }
            let body: [String: JSON] = [
                "code": .string(promo.code), worth.0: .integer(worth.1),
                "uses_max": .integer(Int64(promo.usesMax)),
                "user_uses_max": .integer(Int64(promo.userUsesMax)),
            ]
            ids.append(try await world.staff(.post, "promos", .object(body)).id)
        }
        promoIDs = ids
    }

    mutating func next() async throws {
        step += 1
        switch random.below(100) {
        case 0..<30: try await create()
        case 30..<38: try await createTogether()
        case 38..<50: try await apply()
        case 50..<62: try await addPassenger()
        case 62..<72: try await reserve()
        case 72..<80: try await pay()
        case 80..<90: try await moveByStaff()
        case _: try await wait()
        }
    }

    // MARK: Calls

    private mutating func create() async throws {
        let (user, cruise) = (random.below(apps.count), random.below(cruises.count))
        let chosen = (0..<4).shuffled(using: &random).prefix(1 + random.below(2))
        let cabins = chosen.map { ($0, random.below(Int(places[$0]) + 1)) }
        let promo = random.below(4) == 0 ? random.below(OrderModel.promos.count) : nil
        var more: [String: JSON] = ["cruise_id": .string(cruises[cruise])]
        if let promo { more["promo_code"] = .string(OrderModel.promos[promo].code) }
        let ids = cabins.map { world.cabins[$0.0] }
        let body = world.body(cabins.map { (world.cabins[$0.0], $0.1) }, more)
        let reply = try await apps[user].create(body)
        if let known = model.repeated(user, cruise, ids, at: now) {
            #expect(reply.status == 200 && reply.id == known.id, place)
        } else if ids.contains(where: { model.holder(of: $0, on: cruise) != nil }) {
            #expect(reply.status == 409, place)
        } else if let promo, !model.mayUse(promo, by: user) {
            #expect(reply.status == 400, place)
        } else {
            #expect(reply.status == 200, place)
            add(reply.id, user, cruise, cabins, promo)
            try await check(model.orders.count - 1)
        }
    }

    private mutating func add(_ id: String, _ user: Int, _ cruise: Int, _ cabins: [(Int, Int)], _ promo: Int?)
    {
        model.orders.append(
            OrderModel.Order(
                id: id,
                user: user,
                cruise: cruise,
                cabins: cabins.map { index, passengers in
                    OrderModel.Cabin(
                        id: world.cabins[index],
                        price: prices[index],
                        places: places[index],
                        seats: passengers == 0 ? places[index] : Int64(passengers),
                        passengers: Int64(passengers)
                    )
                },
                createdAt: now,
                promo: promo,
                blockUntil: now.advanced(by: OrderModel.block)
            )
        )
    }

    /// All users want the same cabin at once.
    private mutating func createTogether() async throws {
        let (cruise, index) = (random.below(cruises.count), random.below(4))
        let cabin = world.cabins[index]
        let body = world.body([(cabin, 1)], ["cruise_id": .string(cruises[cruise])])
        let replies = try await atOnce(apps.enumerated()) { user, app in
            (user, try await app.create(body))
        }
        let fresh = replies.filter { user, reply in
            reply.status == 200 && model.repeated(user, cruise, [cabin], at: now)?.id != reply.id
        }
        #expect(fresh.count == (model.holder(of: cabin, on: cruise) == nil ? 1 : 0), place)
        #expect(replies.allSatisfy { $0.1.status == 200 || $0.1.status == 409 }, place)
        if let (user, reply) = fresh.first { add(reply.id, user, cruise, [(index, 1)], nil) }
    }

    private mutating func apply() async throws {
        guard let index = pickOrder() else { return }
        let (user, promo) = (pickUser(of: index), random.below(OrderModel.promos.count))
        let order = model.orders[index]
        let expected: Int
        if user != order.user {
            expected = 404
        } else if let applied = order.promo {
            expected = applied == promo ? 200 : 400
        } else {
            expected = order.isPriceOpen && model.mayUse(promo, by: user) ? 200 : 400
            if expected == 200 { model.orders[index].promo = promo }
        }
        let body: JSON = ["order_id": .string(order.id), "code": .string(OrderModel.promos[promo].code)]
        #expect(try await apps[user].send(.post, "Discount/ApplyPromo", body).status == expected, place)
        try await check(index)
    }

    private mutating func addPassenger() async throws {
        guard let index = pickOrder() else { return }
        let (user, order) = (pickUser(of: index), model.orders[index])
        let body: JSON = ["order_id": .string(order.id), "surname": "Иванов"]
        let reply = try await apps[user].send(.post, "Passenger/Create", body)
        let paid = order.cabins.firstIndex { $0.passengers < $0.seats }
        let free = order.cabins.firstIndex { $0.passengers < $0.places }
        if user != order.user {
            #expect(reply.status == 404, place)
        } else if order.status.isOpen, let cabin = paid {
            #expect(reply.status == 200, place)
            model.orders[index].cabins[cabin].passengers += 1
        } else if order.status.isOpen, let cabin = free, order.isPriceOpen {
            #expect(reply.status == 200, place)
            model.orders[index].cabins[cabin].passengers += 1
            model.orders[index].cabins[cabin].seats += 1
        } else {
            #expect(reply.status == 400, place)
        }
        try await check(index)
    }

    private mutating func reserve() async throws {
        guard let index = pickOrder() else { return }
        let user = pickUser(of: index)
        let reply = try await apps[user].get("Booking/VendorReservation/\(model.orders[index].id)")
        guard user == model.orders[index].user else {
            #expect(reply.status == 404, place)
            return
        }
        _ = model.move(index, to: .checking, at: now)
        #expect(reply.status == 200, place)
        try await check(index)
    }

    private mutating func pay() async throws {
        guard let index = pickOrder() else { return }
        let order = model.orders[index]
        let kopecks = Int64(1 + random.below(Int(max(model.total(order), 1))))
        try await world.pay(
            order.id,
            kopecks,
            id: "\(seed)-\(step)",
            provider: step % 2 == 0 ? "sber" : "test"
        )
        model.orders[index].payments.append(kopecks)
        try await check(index)
    }

    private mutating func moveByStaff() async throws {
        guard let index = pickOrder() else { return }
        let path = "orders/\(model.orders[index].id)"
        if random.below(3) == 0 {
            let isMoved = model.move(index, to: .closed, .cancelled, at: now)
            let reply = try await world.staff(.post, "\(path)/cancel", note: "Причина")
            #expect(reply.status == (isMoved ? 200 : 409), place)
        } else {
            let status = random.pick([.checking, .waitPay, .noCabins, .documents, .closed] as [OrderStatus])
            let isMoved = model.move(index, to: status, status == .closed ? .completed : nil, at: now)
            let reply = try await world.staff(.post, "\(path)/move", ["status": .string(status.rawValue)])
            #expect(reply.status == (isMoved ? 200 : 409), place)
        }
        try await check(index)
    }

    private mutating func wait() async throws {
        if random.below(4) == 0 {
            model.hasCabins.toggle()
            try await world.set(["operator_has_cabins": .bool(model.hasCabins)])
        }
        world.vitrina.clock.advance(by: .seconds(1 + random.below(1_200)))
        model.pass(until: now)
        async let first = world.carryOut()
        async let second = world.carryOut()
        _ = try await (first, second)
    }

    // MARK: Choices

    private mutating func pickOrder() -> Int? {
        model.orders.isEmpty ? nil : model.orders.count - 1 - random.below(min(model.orders.count, 12))
    }

    /// Mostly the owner.
    private mutating func pickUser(of index: Int) -> Int {
        random.below(8) == 0 ? random.below(apps.count) : model.orders[index].user
    }
}
