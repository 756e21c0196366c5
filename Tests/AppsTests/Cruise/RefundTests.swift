import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// Refunds, and the books that follow (C120).
struct RefundTests {
    // C120
    @Test(arguments: TestDatabase.all)
    func `staff give money back in part and as a whole, with a reason`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            try await world.pay(order, percent: 50)
            try await world.pay(order, percent: 100)
            #expect(try await world.refund(order, 100, note: nil) == 422, "no reason")
            #expect(try await world.refund(order, 30_000_01) == 409)
            #expect(try await world.refund(order, 0) == 422)

            // More than the last payment: two refunds.
            #expect(try await world.refund(order, 20_000_00) == 200)
            #expect(try await world.refund(order, 10_000_01) == 409)
            async let first = world.desk.carryOut()
            async let second = world.desk.carryOut()
            _ = try await (first, second)
            #expect(try await world.paid(order, is: 10_000))
            let made = try await world.refunds(of: order)
            #expect(made.map { $0["state"] } == ["done", "done"], "\(made)")

            #expect(
                try await world.orders.staff(.post, "orders/\(order)/cancel", note: "Просьба").status == 200
            )
            #expect(try await world.refund(order) == 200)
            #expect(try await world.paid(order, is: 0))
            #expect(try await world.bank() == (30_000_00, 30_000_00))
            #expect(try await world.refund(order) == 409)
            let list = try await world.orders.staff(.get, "payments").json.items
            #expect(list.count == 5)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a second person decides where a setting says so`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind, settings: ["refunds_by_two": true]) { world in
            let order = try await world.order()
            try await world.pay(order, percent: 100)
            let vitrina = world.orders.vitrina
            let asks = Author(
                staffID: Identifier.derived(from: SHA256.digest([1])),
                name: "Anna",
                role: .owner,
                door: .api
            )
            let decides = Author(
                staffID: Identifier.derived(from: SHA256.digest([2])),
                name: "Boris",
                role: .owner,
                door: .api
            )
            func send(_ path: String, _ author: Author) async throws -> Vitrina.Reply {
                let name = try #require(HTTPField.Name("X-Note"))
                return try await vitrina.send(
                    .post,
                    "/admin/api/v1/cruise/\(path)",
                    [:],
                    headers: [name: "Reason"],
                    as: author
                )
            }
            #expect(try await send("orders/\(order)/refund", asks).status == 200)
            _ = try await world.desk.carryOut()
            let id = try #require(try await world.refunds(of: order).first?["id"]?.string)
            #expect(try await world.bank().refunded == 0)
            #expect(try await send("refunds/\(id)/approve", asks).status == 409, "not the same person")
            #expect(try await send("refunds/\(id)/refuse", decides).status == 200)
            #expect(try await send("refunds/\(id)/approve", decides).status == 409, "decided already")
            #expect(try await send("orders/\(order)/refund", asks).status == 200)
            let asked = try await world.refunds(of: order).first { $0["state"] == "asked" }
            let next = try #require(asked?["id"]?.string)
            #expect(try await send("refunds/\(next)/approve", decides).status == 200)
            #expect(try await world.paid(order, is: 0))
            #expect(try await world.bank().refunded == 30_000_00)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what the bank has given back already is not given twice`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            try await world.pay(order, percent: 100)
            #expect(try await world.paid(order, is: 30_000))
            // The bank has made it, as if an answer had been lost.
            try await world.changeBank("UPDATE cruise_test_bank SET refunded = kopecks")
            #expect(try await world.refund(order, 30_000_00) == 200)
            #expect(try await world.paid(order, is: 0))
            #expect(try await world.bank() == (30_000_00, 30_000_00))
            #expect(try await world.refunds(of: order).first?["state"] == "done")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a refund that the bank refuses waits for somebody`(kind: TestDatabase) async throws {
        try await PaymentWorld.run(kind) { world in
            let order = try await world.order()
            try await world.pay(order, percent: 100)
            #expect(try await world.paid(order, is: 30_000))
            // The bank no longer knows the payment. It forgets first, as the server gives money back at once.
            try await world.changeBank("UPDATE cruise_test_bank SET state = 'declined'")
            #expect(try await world.refund(order, 20_000_00) == 200)
            #expect(
                try await world.eventually { try await world.refunds(of: order).first?["state"] == "failed" }
            )
            let failed = try #require(try await world.refunds(of: order).first)
            try await world.changeBank("UPDATE cruise_test_bank SET state = 'paid'")
            let id = failed["id"]?.string ?? ""
            #expect(try await world.orders.staff(.post, "refunds/\(id)/retry").status == 200)
            #expect(try await world.paid(order, is: 10_000))
            #expect(try await world.bank().refunded == 20_000_00)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what the bank gives back in its own office is written down, and only the rest is given`(
        kind: TestDatabase
    ) async throws {
        try await PaymentWorld.run(kind) { world in
            func office(_ kopecks: Int64) async throws {
                try await world.changeBank(
                    "UPDATE cruise_test_bank SET refunded = \(kopecks) WHERE refunded = 0"
                )
            }
            // Before the payment was counted: the callback was lost.
            let first = try await world.order()
            try await world.pay(first, percent: 100, calls: 0)
            try await office(10_000_00)
            world.clock.advance(by: .seconds(30))
            #expect(try await world.paid(first, is: 20_000))
            #expect(try await world.refund(first) == 200)
            #expect(try await world.paid(first, is: 0))
            #expect(try await world.bank() == (30_000_00, 30_000_00))

            // While a refund of ours waits: only what is missing is given.
            let second = try await world.order(cabin: 1)
            try await world.pay(second, percent: 100)
            try await office(5_000_00)
            #expect(try await world.refund(second, 20_000_00) == 200)
            #expect(try await world.paid(second, is: 10_000))
            #expect(try await world.bank().refunded == 50_000_00)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the check of the books finds a line that does not agree`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            let order = try await app.create(world.body([(world.cabins[0], 1)])).id
            try await world.pay(order, 5_000_00, id: "bank-1")
            #expect(try await world.staff(.get, "books").json["is_sound"] == true)

            _ = try await vitrina.database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO cruise_ledger (posting, kind, account, order_id, kopecks, at)
                    VALUES ('payment:bank-2', 'payment', 'bank', \(order), 7, \(vitrina.clock.now))
                    """
                )
            }
            let books = try await Books.check(vitrina.database)
            #expect(
                books.faults == [BookFault(rule: .posting, subject: "payment:bank-2", found: 7, expected: 0)]
            )
        }
    }

    @Test func `the checksum of a callback is Sber's`() {
        let values = [
            (name: "status", value: "1"), (name: "amount", value: "123456"), (name: "sign_alias", value: "x"),
            (name: "mdOrder", value: "3ff6962a-7dcc-4283-ab50-a6d7dd3386fe"),
            (name: "operation", value: "deposited"),
            (name: "orderNumber", value: "10747"),
        ]
        // The text of Sber's example; the digest is that of openssl with the key "yourSecretToken".
        let sum = BankChecksum.of(values, key: "yourSecretToken")
        #expect(sum == "51C892147225ABE87798CB02979D70EF46D0AE79B5AA3B28B1C260BE286C50A9")
        #expect(
            BankChecksum.isRight(
                values + [(name: "checksum", value: sum.lowercased())],
                key: "yourSecretToken"
            )
        )
        #expect(!BankChecksum.isRight(values + [(name: "checksum", value: sum)], key: "other"))
        #expect(!BankChecksum.isRight(values, key: "yourSecretToken"))
    }
}

extension PaymentWorld {
    /// The status of the request of staff for a refund: of all that is paid, or of these kopecks.
    fileprivate func refund(
        _ order: String,
        _ kopecks: Int64? = nil,
        note: String? = "Просьба"
    ) async throws -> Int {
        let body = kopecks.map { JSON.object(["kopecks": .integer($0)]) } ?? [:]
        return try await orders.staff(.post, "orders/\(order)/refund", body, note: note).status
    }

    /// Changes the payments as the test bank has them.
    fileprivate func changeBank(_ sql: SQL) async throws {
        _ = try await orders.vitrina.database.write { try $0.execute(sql) }
    }
}
