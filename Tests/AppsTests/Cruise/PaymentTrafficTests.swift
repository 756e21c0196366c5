import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// Random payments, refunds and cancellations with writes that fail between two steps, on two servers.
struct PaymentTrafficTests {
    @Test(arguments: TestDatabase.all)
    func `no kopeck is lost, whatever fails between the bank and the database`(
        kind: TestDatabase
    ) async throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        try await PaymentWorld.run(kind, settings: ["block_minutes": 60, "unpaid_orders_max": 1_000]) {
            world in
            var traffic = try await PaymentTraffic(world, seed: seed)
            for _ in 0..<90 { try await traffic.next() }
            try await traffic.settle()
            try await traffic.check()
        }
    }
}

/// One run of random traffic.
private struct PaymentTraffic {
    private let world: PaymentWorld
    private let other: Vitrina
    private let seed: UInt64
    private var random: SeededRandom
    private var orders: [String] = []
    private var pages: [String] = []
    private var step = 0

    private var place: Comment { "seed \(seed), step \(step)" }

    init(_ world: PaymentWorld, seed: UInt64) async throws {
        (self.world, self.seed, random) = (world, seed, SeededRandom(seed: seed))
        other = try await world.orders.vitrina.another()
    }

    mutating func next() async throws {
        step += 1
        switch random.below(100) {
        case 0..<20: try await create()
        case 20..<45: try await open()
        case 45..<70: try await press()
        case 70..<78: try await refund()
        case 78..<84: try await cancel()
        case _: try await wait()
        }
    }

    private mutating func create() async throws {
        let cabin = world.orders.cabins[random.below(4)]
        let reply = try await world.app.create(world.orders.body([(cabin, 1)]))
        #expect([200, 409].contains(reply.status), place)
        if reply.status == 200, !orders.contains(reply.id) { orders.append(reply.id) }
    }

    private mutating func open() async throws {
        guard let order = pick() else { return }
        let links = try await world.links(of: order).sorted { $0.key < $1.key }
        guard !links.isEmpty else { return }
        let answer = try await world.browse("GET", links[random.below(links.count)].value)
        #expect(answer.status == 303, place)
        if answer.location.contains("/test-bank/pay/") { pages.append(answer.location) }
    }

    private mutating func press() async throws {
        guard !pages.isEmpty else { return }
        let page = pages[random.below(pages.count)]
        let action = ["pay", "pay", "pay", "decline", "later"][random.below(5)]
        try await world.press(action, at: page, calls: [0, 1, 3][random.below(3)])
    }

    private mutating func refund() async throws {
        guard let order = pick() else { return }
        let body: JSON =
            random.below(2) == 0 ? [:] : ["kopecks": .integer(Int64(1 + random.below(2_000_000)))]
        let reply = try await world.orders.staff(.post, "orders/\(order)/refund", body, note: "Просьба")
        #expect([200, 409].contains(reply.status), place)
    }

    private mutating func cancel() async throws {
        guard let order = pick() else { return }
        let reply = try await world.orders.staff(.post, "orders/\(order)/cancel", note: "Просьба")
        #expect([200, 409].contains(reply.status), place)
    }

    /// Time passes on two servers at once; now and then the database is lost between two steps of one.
    private mutating func wait() async throws {
        world.clock.advance(by: .seconds(1 + random.below(900)))
        if random.below(2) == 0 {
            let reasons = (0...random.below(4)).map { _ in StorageError.unreachable("lost", mayBeKept: false)
            }
            let lost = try await world.orders.vitrina.another(
                on: InterposedDatabase(world.orders.vitrina.database, refusing: reasons)
            )
            _ = try? await PaymentDesk(lost.services).carryOut()
        }
        try await carryOut()
    }

    private func carryOut() async throws {
        try await TestBank(world.orders.vitrina.services).carryOut()
        async let first = world.desk.carryOut()
        async let second = PaymentDesk(other.services).carryOut()
        async let orders = world.orders.carryOut()
        _ = try await (first, second, orders)
    }

    private mutating func pick() -> String? { orders.isEmpty ? nil : orders[random.below(orders.count)] }

    // MARK: The end

    /// Lets time pass until nothing is under way any more.
    mutating func settle() async throws {
        for _ in 0..<60 {
            world.clock.advance(by: .seconds(3_700))
            try await carryOut()
        }
    }

    func check() async throws {
        let (bank, sums, open) = try await world.orders.vitrina.database.read { connection in
            func number(_ query: SQL) throws -> Int64 {
                try connection.rows(query).first?.get("n", as: Int64?.self) ?? 0
            }
            return (
                try number(
                    "SELECT CAST(sum(kopecks - refunded) AS bigint) AS n FROM cruise_test_bank WHERE state = 'paid'"
                ),
                try number("SELECT CAST(sum(kopecks) AS bigint) AS n FROM cruise_payments"),
                try number(
                    """
                    SELECT (SELECT count(*) FROM cruise_payment_attempts WHERE ask_at IS NOT NULL)
                        + (SELECT count(*) FROM cruise_refunds WHERE state NOT IN ('done', 'refused')) AS n
                    """
                )
            )
        }
        #expect(open == 0, "everything has come to an end; \(place)")
        #expect(bank == sums, "the bank has what the books say; \(place)")
        let wrong = try await world.orders.vitrina.database.read { connection in
            try connection.rows(
                """
                SELECT o.id FROM cruise_orders o WHERE \(CruiseMoney.paidColumn) > o.total
                    OR \(CruiseMoney.paidColumn) < 0
                """
            ).count
        }
        #expect(wrong == 0, "nobody has paid too much; \(place)")
    }
}
