import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// Payments over real HTTP, with the test bank.
struct PaymentTests {
    // C111, C112, C113
    @Test(arguments: TestDatabase.all)
    func `a link leads to the bank, and back to the site with a paid order`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            let links = try await world.links(of: order)
            #expect(links.keys.sorted() == [50, 100])
            let seen = try await world.call("GET", "Order/GetById/\(order)")
            let seenLinks = (seen.json["payment_links"]?.array ?? []).compactMap { $0["href"]?.string }
            #expect(Set(seenLinks) == Set(links.values))

            let page = try await world.open(links[50])
            #expect(page.hasPrefix("\(world.url)/api/v3/test-bank/pay/"))
            #expect(try await world.browse("GET", page).text.contains("15\u{A0}000"))
            let back = try await world.press("pay", at: page)

            #expect(back == "https://kruiz.online/thanks?percent=50&order=\(order)")
            let paid = try await world.call("GET", "Order/GetById/\(order)").json
            #expect(paid["status"] == "documents")
            #expect(paid["paid"] == 15_000 && paid["wait_pay"] == 15_000 && paid["sber_summa"] == 15_000)
            let payments = try await world.call("GET", "Order/GetOrderPayments/\(order)").json.array ?? []
            #expect(payments.map { $0["sum"] } == [15_000])
        }
    }

    // C112, C118
    @Test(arguments: TestDatabase.all)
    func `a declined payment changes nothing, and the order can be paid again`(
        kind: TestDatabase
    ) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            _ = try await world.call("GET", "Booking/VendorReservation/\(order)")
            #expect(try await world.app.status(order) == "wait_pay")
            let page = try await world.open(try await world.links(of: order)[100])

            let back = try await world.press("decline", at: page)

            #expect(back == "https://kruiz.online/failure?order=\(order)")
            #expect(try await world.app.status(order) == "wait_pay")
            #expect(try await world.app.order(order)["paid"] == 0)
            let again = try await world.open(try await world.links(of: order)[100])
            #expect(again != page)
            try await world.press("pay", at: again)
            #expect(try await world.app.order(order)["wait_pay"] == 0)
        }
    }

    // C114, C115
    @Test(arguments: TestDatabase.all)
    func `a QR code is made for the right sum, and says when it is paid`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            for (percent, amount) in [(50, 14_999), (50, 30_000), (100, 15_000), (30, 9_000), (0, 0)] {
                let refused = try await world.qr(
                    order,
                    percent: Int64(percent),
                    amount: .integer(Int64(amount))
                )
                #expect(refused.status == 400, "\(percent) \(amount)")
            }

            let code = try await world.qr(order, percent: 100, amount: 30_000).json
            let id = try #require(code["qr_id"]?.string)
            let same = try await world.qr(order, percent: 100, amount: 30_000).json
            #expect(same["qr_id"]?.string == id, "the same payment again")
            #expect(try await world.call("GET", "Payment/GetQrState/\(id)").json["Success"] == false)
            let stranger = try await world.orders.user(2)
            #expect(try await stranger.get("Payment/GetQrState/\(id)").status == 404)

            try await world.press("pay", at: try #require(code["payload"]?.string), calls: 0)
            world.clock.advance(by: .seconds(2))
            #expect(try await world.call("GET", "Payment/GetQrState/\(id)").json["Success"] == true)
            #expect(try await world.app.status(order) == "documents")
            #expect(try await world.app.order(order)["sber_summa"] == 0)
        }
    }

    // C116
    @Test(arguments: TestDatabase.all)
    func `a repeated callback counts once, and a forged one not at all`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            try await world.pay(order, percent: 50, calls: 3)
            #expect(try await world.app.order(order)["paid"] == 15_000)
            let attempt = try await world.orders.vitrina.database.read { connection in
                try connection.rows("SELECT id FROM cruise_payment_attempts").first?.get(
                    "id",
                    as: String.self
                )
            }
            let query = "orderNumber=\(attempt?.replacing("-", with: "") ?? "")&operation=deposited&status=1"
            for checksum in ["", "&checksum=", "&checksum=\(String(repeating: "A", count: 64))"] {
                let answer = try await world.browse(
                    "GET",
                    "\(world.url)/api/v3/Payment/Callback?\(query)\(checksum)"
                )
                #expect(answer.status == 400)
            }
            let unknown = try await world.browse("GET", "\(world.url)/api/v3/Payment/Callback?mdOrder=nobody")
            #expect(unknown.status == 404)
        }
    }

    // C117
    @Test(arguments: TestDatabase.all)
    func `the second payment closes the debt, and what is paid twice comes back`(
        kind: TestDatabase
    ) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            let whole = try await world.open(try await world.links(of: order)[100])
            try await world.pay(order, percent: 50)
            let links = try await world.links(of: order)
            #expect(links.keys.sorted() == [100])
            let rest = try await world.open(links[100])
            try await world.press("pay", at: rest)
            #expect(try await world.app.order(order)["wait_pay"] == 0)
            #expect(try await world.links(of: order).isEmpty)
            // A link that leads nowhere any more leads to the order.
            let done = try await world.browse("GET", try #require(links[100]))
            #expect(done.location == "https://kruiz.online/lk/order/\(order)")

            try await world.press("pay", at: whole)
            // The server gives the excess back at once.
            #expect(try await world.eventually { try await world.bank() == (60_000_00, 30_000_00) })
            #expect(try await world.paid(order, is: 30_000))
            let payments = try await world.call("GET", "Order/GetOrderPayments/\(order)").json.array ?? []
            #expect(payments.compactMap { $0["sum"]?.integer }.sorted() == [-30_000, 15_000, 15_000, 30_000])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a lost callback is made up for by asking the bank`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            try await world.pay(order, percent: 100, calls: 0)
            #expect(try await world.app.order(order)["paid"] == 0)

            world.clock.advance(by: .seconds(30))
            async let first = world.desk.carryOut()
            async let second = world.desk.carryOut()
            _ = try await (first, second)
            #expect(try await world.paid(order, is: 30_000))
            // Nobody pays: the attempt ends by itself.
            let other = try await world.order(cabin: 1)
            _ = try await world.open(try await world.links(of: other)[100])
            world.clock.advance(by: .seconds(26 * 3600))
            #expect(
                try await world.eventually {
                    let card = try await world.orders.staff(.get, "orders/\(other)").json
                    return card["attempts"]?.array?.first?["state"] == "failed"
                }
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a bank that is faster than its answer, and one that pays later`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind, settings: ["test_bank_pays_first": true]) { world in
            let order = try await world.order()
            _ = try await world.open(try await world.links(of: order)[50])
            #expect(try await world.app.order(order)["paid"] == 15_000)

            try await world.orders.set(["test_bank_pays_first": false])
            let page = try await world.open(try await world.links(of: order)[100])
            #expect(try await world.press("later", at: page).contains("/thanks?"))
            #expect(try await world.app.order(order)["paid"] == 15_000)
            world.clock.advance(by: TestBank.delay)
            // The server does the same, and may still be calling.
            try await TestBank(world.orders.vitrina.services).carryOut()
            #expect(try await world.paid(order, is: 30_000))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `who pays before the operator has answered gets the cabin or the money`(
        kind: TestDatabase
    ) async throws {
        try await PaymentWorld.run(kind, settings: ["operator_seconds": 60]) { world in
            let (first, second) = (try await world.order(), try await world.order(cabin: 1))
            try await world.pay(first, percent: 50)
            try await world.pay(second, percent: 100)
            #expect(try await world.app.status(first) == "checking")
            // Paid for, it does not expire.
            world.clock.advance(by: .seconds(60))
            try await world.orders.carryOut()
            #expect(try await world.app.status(first) == "documents")
            #expect(try await world.app.status(second) == "documents")

            try await world.orders.set(["operator_has_cabins": false])
            let third = try await world.order(cabin: 2)
            try await world.pay(third, percent: 100)
            world.clock.advance(by: .seconds(60))
            try await world.orders.carryOut()
            #expect(try await world.app.status(third) == "no_cabins")
            #expect(try await world.paid(third, is: 0))
            #expect(try await world.bank().refunded == 45_000_50)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a payment for an order that has expired comes back`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind, settings: ["block_minutes": 5]) { world in
            let order = try await world.order()
            let page = try await world.open(try await world.links(of: order)[50])
            world.clock.advance(by: .seconds(301))
            try await world.orders.carryOut()
            #expect(try await world.app.status(order) == "closed")

            try await world.press("pay", at: page)
            #expect(try await world.paid(order, is: 0))
            #expect(try await world.app.status(order) == "closed")
            #expect(try await world.bank() == (15_000_00, 15_000_00))
        }
    }

    @Test func `a bank that cannot be reached loses no order`() async throws {
        let settings: [String: JSON] = ["bank_user": "shop", "bank_url": "http://127.0.0.1:1"]
        try await PaymentWorld.run(.sqlite, settings: settings) { world in
            let order = try await world.order()
            let answer = try await world.browse("GET", try #require(try await world.links(of: order)[50]))
            #expect(answer.location == "https://kruiz.online/failure?order=\(order)")
            #expect(try await world.qr(order, percent: 100, amount: 30_000).status == 500)
            #expect(try await world.app.order(order)["wait_pay"] == 30_000)
            let forged = try await world.browse("GET", "\(world.url)/api/v3/Payment/Pay/\(order)/50/forged")
            #expect(forged.status == 404)
            // The test bank is closed where there is a real one.
            let closed = try await world.browse(
                "POST",
                "\(world.url)/api/v3/test-bank/rest/register.do",
                "amount=1"
            )
            #expect(closed.status == 404)
        }
    }

    @Test func `production has no test bank, and sells nothing without a real one`() async throws {
        try await withVitrina(settings: WebSettings(rateLimit: 0, isProduction: true)) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let order = try await app.create(world.body([(world.cabins[0], 1)])).id
            #expect(try await app.order(order)["payment_links"] == [])
            let body: JSON = ["order_id": .string(order), "pay_percent": 100, "amount": 30_000]
            #expect(try await app.send(.post, "Payment/GetQr", body).status == 400)
            let closed = try await vitrina.send(.get, "/api/v3/test-bank/pay/\(order)", as: nil)
            #expect(closed.status == 404)
        }
    }
}
