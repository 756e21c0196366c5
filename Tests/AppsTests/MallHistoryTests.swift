@testable import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The history of two users, as each of them and as staff read it.
struct MallHistoryTests {
    private static let clerk = Author.viewer("Klim", may: [.readContent, .correctPoints, .writePeople])

    private func correct(_ vitrina: Vitrina, _ app: MallApp, _ change: Int64) async throws {
        let reply = try await vitrina.send(
            .post,
            "/admin/api/v1/mall/users/\(app.userID)/points",
            ["change": .integer(change), "reason": "Для памяти"],
            as: Self.clerk
        )
        #expect(reply.status == 201)
    }

    // M77, M85, M116–M120, M122, M124
    @Test(arguments: TestDatabase.all)
    func `a history has everything that somebody did and nothing of anybody else`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["points_registration": 150, "points_survey": 60])
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 30])
            let event = try await vitrina.event(["cost": 20])
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            let code = try await anna.my(.get, "").json["referral_code"] ?? .null
            _ = try await boris.my(.post, "/referral", ["referral_code": code])
            _ = try await boris.my(
                .put,
                "",
                ["token": .string(boris.token), "date_birth": "1990-05-13", "have_kids": true]
            )
            #expect(try await boris.my(.post, "/survey").status == 200)
            #expect(try await boris.my(.post, "/offers/\(offer)/attend").status == 200)
            #expect(try await boris.my(.post, "/events/\(event)/attend").status == 200)
            try await correct(vitrina, boris, 7)
            try await correct(vitrina, boris, -5)

            let history = try await boris.my(.get, "/transactions")
            let rows = history.json.array ?? []
            #expect(
                rows.compactMap { $0["type_transaction"]?.string } == [
                    "deductions_admin", "accrual_admin", "buy_event", "buy_offer", "survey",
                    "referral_activation", "registration",
                ]
            )
            #expect(rows.compactMap { $0["change_balance"]?.integer } == [-5, 7, -20, -30, 60, 300, 150])
            #expect(rows[3]["object"]?["name"] == "Кофе" && rows[3]["object"]?["shop"]?["name"] == "Зерно")
            #expect(rows[2]["object"]?["title"] == "Каток" && rows[5]["object"] == .null)
            for row in rows {
                #expect(
                    row["created_at"]?.string?.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) == true
                )
            }
            #expect(try await boris.balance == 462)
            #expect(rows.reduce(0) { $0 + ($1["change_balance"]?.integer ?? 0) } == 462)
            #expect(!history.text.contains(anna.userID) && !history.text.contains("79990000001"))
            let own = try await anna.my(.get, "/transactions").json.array ?? []
            #expect(
                own.compactMap { $0["type_transaction"]?.string } == ["referral_activated", "registration"]
            )
            // No user may read another's history.
            let foreign = try await anna.send(.get, "/mobile-users/\(boris.userID)/transactions")
            #expect(foreign.status == 400 && foreign.json["error_code"] == 11)

            let staff = try await vitrina.send(
                .get,
                "/admin/api/v1/mall/points?user=\(boris.userID)",
                as: Vitrina.viewer
            )
            let seen = staff.json.items
            #expect(
                seen.compactMap { $0["change"]?.integer } == rows.compactMap { $0["change_balance"]?.integer }
            )
            #expect(try await vitrina.booksBalance)
        }
    }

    // M121
    @Test(arguments: TestDatabase.all)
    func `the history groups by day, newest first, and is the same on every call`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            var days = [String(vitrina.clock.now.description.prefix(10))]
            for day in 1...3 {
                vitrina.clock.advance(by: .seconds(86_400))
                days.insert(String(vitrina.clock.now.description.prefix(10)), at: 0)
                try await correct(vitrina, app, Int64(day))
                try await correct(vitrina, app, Int64(day))
            }
            let first = try await app.my(.get, "/transactions")
            for _ in 0..<3 {
                vitrina.clock.advance(by: .seconds(3_600))
                #expect(try await app.my(.get, "/transactions").bytes == first.bytes)
            }
            let other = try await vitrina.another()
            var elsewhere = MallApp(other)
            (elsewhere.token, elsewhere.userID, elsewhere.deviceID) = (app.token, app.userID, app.deviceID)
            #expect(try await elsewhere.my(.get, "/transactions").bytes == first.bytes)

            // As the app reads it.
            let form = DateFormatter()
            form.locale = Locale(identifier: "en_US_POSIX")
            form.timeZone = .gmt
            form.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'"
            let texts = (first.json.array ?? []).compactMap { $0["created_at"]?.string }
            let dates = texts.compactMap { form.date(from: $0) }
            #expect(dates.count == texts.count && dates.count == 7)
            #expect(dates == dates.sorted(by: >))
            let grouped = Dictionary(grouping: texts) { $0.prefix(10) }
            #expect(grouped.keys.sorted(by: >) == days.map { $0.prefix(10) })
            #expect(days.map { grouped[$0.prefix(10)]?.count } == [2, 2, 2, 1])
        }
    }

    // M63, M112, M123, M131: rows of lists remain after their subjects are removed.
    @Test(arguments: TestDatabase.all)
    func `staff still read what it was called then`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10])
            let event = try await vitrina.event(["cost": 5])
            let anna = try await vitrina.member(1)
            _ = try await anna.my(.post, "/offers/\(offer)/attend")
            _ = try await anna.my(.post, "/offers/\(offer)/activated")
            _ = try await anna.my(.post, "/events/\(event)/attend")
            try await vitrina.change(event, of: Events.self, ["title": ["ru": "Другое"]])
            try await vitrina.unpublish(offer, of: Offers.self)
            try await vitrina.unpublish(event, of: Events.self)
            func first(_ path: String) async throws -> JSON? {
                try await vitrina.send(.get, "/admin/api/v1/mall\(path)", as: Vitrina.viewer)
                    .json.items.first
            }
            #expect(try await first("/gifts")?["offer"]?["title"] == "Кофе")
            #expect(try await first("/gifts/uses")?["offer"]?["shop"] == "Зерно")
            #expect(try await first("/guests?event=\(event)")?["event"]?["title"] == "Каток")
            #expect(try await first("/points?cause=buy_event")?["subject"]?["title"] == "Каток")
            // The price of an unpublished event can still be refunded.
            let registration = try await first("/guests?event=\(event)")?["id"]?.string ?? ""
            let cancelled = try await vitrina.send(
                .delete,
                "/admin/api/v1/mall/guests/\(registration)",
                as: Self.clerk
            )
            #expect(cancelled.status == 204)
            #expect(try await anna.balance == 90)
        }
    }

    // M116, M122: the contract has no pages here, because an app sums up the whole list.
    @Test(arguments: TestDatabase.all)
    func `a history of thousands of lines is sent whole`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1, points: 5_000)
            let before = try await anna.my(.get, "/transactions").json.array?.count ?? 0
            let made = (1...(2 * GiftRoutes.transactionsBatch + 1)).map {
                $0.isMultiple(of: 3) ? Int64(-2) : 1
            }
            try await vitrina.correct(made, of: anna.userID)

            let reply = try await anna.my(.get, "/transactions")
            let changes =
                try JSON(parsing: Array(reply.text.utf8)).array?.compactMap { $0["change_balance"]?.integer }
                ?? []
            #expect(changes.count == before + made.count)
            #expect(changes.reduce(0, +) == (try await anna.balance))
            // The 2,001st is in a third batch, and comes first.
            #expect(changes.prefix(3) == [-2, 1, 1])
        }
    }

    // M123
    @Test(arguments: TestDatabase.all)
    func `what was renamed and deleted for ever keeps its name in the history`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10])
            let event = try await vitrina.event(["cost": 5])
            let anna = try await vitrina.member(1)
            _ = try await anna.my(.post, "/offers/\(offer)/attend")
            _ = try await anna.my(.post, "/events/\(event)/attend")
            let before = try await anna.my(.get, "/transactions").json.array ?? []

            try await vitrina.change(offer, of: Offers.self, ["name": ["ru": "Чай"], "cost": 99])
            try await vitrina.change(event, of: Events.self, ["title": ["ru": "Цирк"], "cost": 99])
            func same() async throws -> Bool {
                let rows = try await anna.my(.get, "/transactions").json.array ?? []
                return rows.count == 3 && rows.map { $0["change_balance"] } == [-5, -10, 100]
                    && rows[0]["object"]?["title"] == "Каток" && rows[1]["object"]?["name"] == "Кофе"
                    && rows.map { $0["id"] } == before.map { $0["id"] }
                    && rows.allSatisfy { $0["object"] == .null || $0["object"]?["on_home"]?.bool != nil }
            }
            #expect(try await same())
            for (type, id) in [("offers", offer), ("events", event), ("shops", shop)] {
                let path = "/admin/api/v1/mall/\(type)/\(id)"
                for query in ["clear_references=true", "purge=true"] {
                    let version = try await vitrina.send(.get, path).json["version"]?.integer ?? 0
                    let gone = try await vitrina.send(
                        .delete,
                        "\(path)?\(query)",
                        headers: [.ifMatch: "\"\(version)\""],
                        as: Vitrina.owner
                    )
                    #expect(gone.status == 204, "\(type) \(gone.text)")
                }
                #expect(try await vitrina.send(.get, path).status == 404)
                #expect(try await same(), "\(type)")
            }
            // The gift still belongs to the user, and can be used.
            #expect(try await anna.my(.get, "/offers").json.array?.first?["name"] == "Кофе")
            #expect(try await anna.my(.post, "/offers/\(offer)/activated").text == "[]")
            #expect(try await same())
            #expect(try await vitrina.booksBalance)
        }
    }
}
