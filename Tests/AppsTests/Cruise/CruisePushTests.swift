import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// Notifications about orders, and campaigns; in test mode the outbox shows them (C145).
struct CruisePushTests {
    // C138, C144, C145
    @Test(arguments: TestDatabase.all)
    func `each change of an order is told to the telephones of its owner`(kind: TestDatabase) async throws {
        try await withPushes(kind) { world, app in
            try await world.device(of: app, "token-of-anna-1")
            try await world.device(of: app, "token-of-anna-2")
            try await world.device(of: try await world.orders.user(2), "token-of-boris")
            let order = try await world.order(of: app)
            #expect(try await world.pushes().isEmpty, "an order that was just made is no news")

            _ = try await app.get("Booking/VendorReservation/\(order)")
            _ = try await app.get("Booking/VendorReservation/\(order)")
            let first = try await world.pushes()
            #expect(first.count == 4, "two statuses, two telephones")
            let number = try await app.order(order)["number"]?.integer ?? 0
            #expect(first.allSatisfy { $0["subject"] == .string("Заказ № \(number)") })
            #expect(
                first.last?["data"] == [
                    "order_id": .string(order), "cruise_id": .string(world.orders.cruise), "type": "river",
                ]
            )
            #expect(first.allSatisfy { !$0.text.contains("token-of") }, "tokens stand in no message")
            try await world.deliver()
            #expect(try await world.states() == ["kept": 4])

            #expect(
                try await world.orders.staff(.post, "orders/\(order)/cancel", note: "Причина").status == 200
            )
            #expect(
                try await world.pushes().suffix(2).allSatisfy {
                    $0["text"]?.string?.contains("отменён") == true
                }
            )
        }
    }

    // C139
    @Test(arguments: TestDatabase.all)
    func `an unpaid order is reminded of once, a day after it was made`(kind: TestDatabase) async throws {
        try await withPushes(kind) { world, app in
            try await world.device(of: app, "token-of-anna")
            let (unpaid, paid, half) = (
                try await world.order(of: app), try await world.order(of: app, cabin: 1),
                try await world.order(of: app, cabin: 2)
            )
            try await world.orders.pay(paid, 30_000_00, id: "bank-1")
            try await world.orders.pay(half, 15_000_00, id: "bank-2")
            try await world.remind()
            #expect(try await world.pushes().isEmpty)
            world.clock.advance(by: OrderNotices.paymentAfter)
            try await world.remindTogether()
            try await world.remindTogether()
            let pushes = try await world.pushes()
            #expect(Set(pushes.map { $0["data"]?["order_id"]?.string }) == [unpaid, half])
            #expect(pushes.count == 2)
            #expect(pushes.contains { $0["text"] == "Осталось оплатить 100\u{A0}%. Оплатите до завтра!" })
        }
    }

    // C140
    @Test(arguments: TestDatabase.all)
    func `a voyage is told of once, a week before it starts`(kind: TestDatabase) async throws {
        try await withPushes(kind) { world, app in
            try await world.device(of: app, "token-of-anna")
            let order = try await world.order(of: app)
            for status in ["checking", "wait_pay", "documents"] {
                _ = try await world.orders.staff(.post, "orders/\(order)/move", ["status": .string(status)])
            }
            let before = try await world.pushes().count
            try await world.remind()
            #expect(try await world.pushes().count == before)
            let start = try await world.start(of: order)
            world.clock.now = start.advanced(by: .zero - OrderNotices.departureBefore)
            try await world.remindTogether()
            try await world.remindTogether()
            let pushes = try await world.pushes().dropFirst(before)
            #expect(pushes.count == 1)
            #expect(
                pushes.first?["text"]?.string?.hasPrefix("Готовьтесь к путешествию! Круиз стартует ") == true
            )
        }
    }

    // C141
    @Test(arguments: TestDatabase.all)
    func `a new version of the app is told of to every telephone, once`(kind: TestDatabase) async throws {
        try await withPushes(kind) { world, app in
            try await world.device(of: app, "token-of-anna")
            try await world.device(of: nil, "token-of-nobody")
            let version: [String: JSON] = ["app_version": "1.5.0", "version_min": "1.0.0"]
            _ = try await world.orders.vitrina.publish(AppVersions.self, version)
            for _ in 0..<2 {
                _ = try await world.release.carryOut()
                _ = try await world.campaigns.carryOut()
            }
            let pushes = try await world.pushes()
            #expect(pushes.count == 2)
            #expect(pushes.allSatisfy { $0["data"]?["version"] == "1.5.0" })
        }
    }

    // C142, C143, C177
    @Test(arguments: TestDatabase.all)
    func `a campaign reaches every telephone of its audience, and nobody else`(
        kind: TestDatabase
    ) async throws {
        try await withPushes(kind) { world, app in
            let (boris, vera) = (try await world.orders.user(2), try await world.orders.user(3))
            try await world.device(of: app, "token-of-anna", "android")
            try await world.device(of: boris, "token-of-boris", "ios")
            try await world.device(of: vera, "token-of-vera", "ios")
            try await world.device(of: nil, "token-of-nobody", "ios")
            _ = try await world.order(of: app)
            let update = try await vera.send(.post, "User/Update/\(vera.token)", ["gets_promos": false])
            #expect(update.status == 200, "\(update.text)")
            #expect(
                try await vera.get("User/GetByToken/\(vera.token)?request_fields=gets_promos").json == [
                    "gets_promos": false
                ]
            )

            let audiences: [(JSON, Int)] = [
                ([:], 3), (["platform": "ios"], 2), (["ordered": "yes"], 1), (["ordered": "no"], 2),
                (["city": "МОСКВА"], 1), (["city": "Пермь"], 0), (["phones": ["+7 900 000 00 02"]], 1),
                (["phones": ["+7 900 000 00 03"]], 0), (["platform": "ios", "ordered": "yes"], 0),
                (["phones": []], 3), (["city": ""], 3),
            ]
            for (audience, count) in audiences {
                let before = try await world.pushes().count
                let id = try await world.campaign(audience)
                let counted = try await world.orders.staff(.post, "campaigns/\(id)/count")
                #expect(counted.status == 200, "\(counted.text)")
                #expect(try await world.orders.staff(.post, "campaigns/\(id)/send", [:]).status == 200)
                async let first = world.campaigns.carryOut()
                async let second = world.campaigns.carryOut()
                _ = try await (first, second)
                #expect(try await world.pushes().count - before == count, "\(audience)")
                try await world.deliver()
                let row = try await world.orders.staff(.get, "campaigns/\(id)").json
                #expect(row["state"] == "done" && row["queued"] == .integer(Int64(count)), "\(row)")
                #expect(row["sent"] == .integer(Int64(count)) && row["failed"] == 0)
            }
        }
    }

    // C142, C146
    @Test(arguments: TestDatabase.all)
    func `a campaign is planned, cancelled, and approved by a second person`(kind: TestDatabase) async throws
    {
        try await withPushes(kind) { world, app in
            try await world.device(of: app, "token-of-anna")
            let planned = try await world.campaign([:])
            let later = world.clock.now.advanced(by: .seconds(3600))
            let when: JSON = ["starts_at": .string(later.description)]
            #expect(try await world.orders.staff(.post, "campaigns/\(planned)/send", when).status == 200)
            #expect(
                try await world.orders.staff(.patch, "campaigns/\(planned)", ["text": "Другое"]).status == 409
            )
            _ = try await world.campaigns.carryOut()
            #expect(try await world.pushes().isEmpty)
            #expect(
                try await world.orders.staff(.post, "campaigns/\(planned)/cancel", note: "Ошибка").status
                    == 200
            )
            world.clock.now = later
            _ = try await world.campaigns.carryOut()
            #expect(try await world.pushes().isEmpty)

            try await world.orders.set(["campaigns_by_two": true])
            let id = try await world.campaign([:])
            #expect(try await world.orders.staff(.post, "campaigns/\(id)/send", [:]).status == 200)
            #expect(
                try await world.orders.staff(.post, "campaigns/\(id)/approve").status == 409,
                "not the same"
            )
            let other = Author(
                staffID: Identifier.derived(from: SHA256.digest([7])),
                name: "Boris",
                role: .owner,
                door: .api
            )
            let path = "/admin/api/v1/cruise/campaigns/\(id)/approve"
            #expect(try await world.orders.vitrina.send(.post, path, as: other).status == 200)
            // Cancelled before a courier has taken the message.
            _ = try await world.campaigns.carryOut()
            #expect(try await world.pushes().count == 1)
            #expect(try await world.states() == ["waiting": 1])
            for author in [Vitrina.editor, Vitrina.viewer] {
                #expect(try await world.orders.vitrina.send(.post, path, as: author).status == 403)
            }
        }
    }

    private func withPushes(
        _ kind: TestDatabase,
        _ body: @escaping @Sendable (PushWorld, OrderApp) async throws -> Void
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let settings: [String: JSON] = [
                "test_mode": true, "operator_seconds": 0, "block_minutes": 43_200,
            ]
            let orders = try await OrderWorld(vitrina, settings: settings)
            try await body(PushWorld(orders: orders), try await orders.user())
        }
    }
}

/// Telephones and their messages.
struct PushWorld: Sendable {
    let orders: OrderWorld

    var clock: Clock { orders.vitrina.clock }
    private var services: Services { orders.vitrina.services }
    private var notices: OrderNotices { OrderNotices(database: services.database, now: services.now) }
    var release: ReleasePush {
        ReleasePush(database: services.database, now: services.now, random: services.random)
    }
    var campaigns: CampaignWork {
        let devices = CruisePushDevices(
            database: services.database,
            settings: services.appSettings,
            secrets: services.secrets
        )
        return CampaignWork(database: services.database, devices: devices, now: services.now)
    }

    func device(of app: OrderApp?, _ token: String, _ platform: String = "android") async throws {
        let body: JSON = ["fcm_token": .string(token), "platform": .string(platform)]
        let reply =
            if let app {
                try await app.send(.post, "User/SaveFcmToken", body)
            } else {
                try await orders.vitrina.send(.post, "/api/v3/User/SaveFcmToken", body, as: nil)
            }
        #expect(reply.status == 200, "\(reply.text)")
    }

    func order(of app: OrderApp, cabin: Int = 0) async throws -> String {
        try await app.create(orders.body([(orders.cabins[cabin], 1)])).id
    }

    func start(of order: String) async throws -> Timestamp {
        let start = try await orders.vitrina.database.read { try $0.order(order)?.startsAt }
        return try #require(start)
    }

    func campaign(_ audience: JSON) async throws -> String {
        let body = JSON.object(["title": "Скидка", "text": "Только сегодня"]).adding(audience)
        let reply = try await orders.staff(.post, "campaigns", body)
        #expect(reply.status == 201, "\(reply.text)")
        return reply.id
    }

    func remind() async throws { _ = try await notices.carryOut() }

    func remindTogether() async throws {
        async let first = notices.carryOut()
        async let second = notices.carryOut()
        _ = try await (first, second)
    }

    func deliver() async throws { try await services.courier.deliverDue() }

    /// The payloads of all messages, in their order.
    func pushes() async throws -> [JSON] {
        try await services.database.read { connection in
            try connection.rows("SELECT payload FROM outbox WHERE kind = 'device-push' ORDER BY id")
                .map { try JSON(parsing: $0.get("payload", as: String.self)) }
        }
    }

    func states() async throws -> [String: Int64] {
        try await services.database.read { connection in
            let rows = try connection.rows(
                "SELECT state, count(*) AS count FROM outbox WHERE kind = 'device-push' GROUP BY state"
            )
            return try rows.reduce(into: [:]) {
                $0[try $1.get("state")] = try $1.get("count", as: Int64.self)
            }
        }
    }
}
