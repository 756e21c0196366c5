import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

/// The list and the card of orders for staff.
struct OrderStaffTests {
    // C164
    @Test(arguments: TestDatabase.all)
    func `the list has what staff look for, by filters, sums and a table`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let (app, other) = (try await world.user(1), try await world.user(2))
            let first = try await app.create(world.body([(world.cabins[0], 1)])).json
            let id = first["id"]?.string ?? ""
            vitrina.clock.advance(by: .seconds(1))
            let second = try await other.create(world.body([(world.cabins[2], 1)])).id
            try await world.pay(id, 30_000_00, id: "p")
            _ = try await world.staff(.post, "orders/\(second)/cancel", note: "Причина")

            let rows = try await world.staff(.get, "orders").json.items
            #expect(rows.map { $0["id"]?.string } == [second, id])
            let row = try #require(rows.last)
            #expect(row["number"]?.string == first["number"]?.integer.map { String($0) })
            #expect(
                row["user"]?["id"] == .string(app.userID)
                    && row["cruise"]?["title"] == "Москва – Углич – Ярославль"
            )
            #expect(row["total"] == 3_000_000 && row["paid"] == 3_000_000 && row["wait_pay"] == 0)
            #expect(row["status"] == "new" && row["starts_at"] == "2027-06-15T15:30:00.000000Z")
            for (query, ids) in [
                ("status=closed", [second]), ("user=\(app.userID)", [id]), ("is_paid=true", [id]),
                ("is_paid=false", [second]), ("cruise=\(world.cruise)", [second, id]), ("kind=sea", []),
                ("q=\(row["number"]?.string ?? "")", [id]), ("q=\("углич".percentEncoded)", [second, id]),
                ("from=2026-11-21T12:00:01Z", [second]),
            ] as [(String, [String])] {
                let found = try await world.staff(.get, "orders?\(query)").json.items
                #expect(found.compactMap { $0["id"]?.string } == ids, "\(query)")
            }
            let sums = try await world.staff(.get, "orders/stats").json
            #expect(sums["count"] == 2 && sums["total"] == 7_500_050 && sums["paid"] == 3_000_000)
            let table = try await world.staff(.get, "orders/export").text
            #expect(table.contains("30000.00") && table.contains("45000.50"))
        }
    }

    // C165
    @Test func `the history names what is no person in the reader's language`() async throws {
        try await withVitrina(.sqlite) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["operator_simulated": false])
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            _ = try await world.staff(.post, "orders/\(id)/cancel", note: "Причина")

            let history = try await world.staff(.get, "orders/\(id)").json["history"]?.array ?? []
            #expect(history.map { $0["author"]?.string } == ["Olga", "app"])
            let page = try await vitrina.send(
                .get,
                "/cruise/orders/\(id)",
                headers: try await vitrina.browser(of: .owner),
                as: nil
            ).text
            #expect(page.contains("приложение") && page.contains("Olga"))
            #expect(page.contains("<td class=\"main wide\" data-label=\"Пояснение\"><q"))
            #expect(!page.contains("<td class=\"main wide\" data-label=\"Пояснение\">—"))
        }
    }

    // C108, C120, C165
    @Test(arguments: TestDatabase.all)
    func `staff move an order along the transitions, and nothing else`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["operator_simulated": false])
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            func move(_ status: String) async throws -> Vitrina.Reply {
                try await world.staff(
                    .post,
                    "orders/\(id)/move",
                    ["status": .string(status)],
                    note: "К \(status)"
                )
            }
            for wrong in ["wait_pay", "no_cabins", "documents", "closed"] {
                #expect(try await move(wrong).status == 409, "\(wrong)")
            }
            #expect(try await move("new").status == 422)
            for (status, wrong) in [
                ("checking", "documents"), ("wait_pay", "no_cabins"), ("documents", "wait_pay"),
            ] {
                #expect(try await move(status).json["status"] == .string(status))
                #expect(try await move(wrong).status == 409)
            }
            #expect(try await world.states()[world.cabins[0]] == "sold")
            #expect(try await move("closed").json["reason"] == "completed")
            #expect(try await world.states()[world.cabins[0]] == "sold")
            #expect(try await world.staff(.post, "orders/\(id)/cancel", note: "Причина").status == 409)

            let card = try await world.staff(.get, "orders/\(id)").json
            for part in ["cabins", "passengers", "payments", "discounts", "taxes", "history"] {
                #expect(card[part]?.array != nil, "\(part)")
            }
            let history = card["history"]?.array ?? []
            #expect(history.map { $0["status"] } == ["closed", "documents", "wait_pay", "checking", "new"])
            #expect(history.first?["note"] == "К closed" && history.first?["author"] == "Olga")
            let log =
                try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).json["items"]?.array
                ?? []
            #expect(log.filter { $0["action"] == "cruise.order-moved" }.count == 4)
        }
    }

    // C108, C120
    @Test(arguments: TestDatabase.all)
    func `an order is cancelled with a reason, and its block extended`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina, settings: ["block_minutes": 60])
            let app = try await world.user()
            let id = try await app.create(world.body([(world.cabins[0], 1)])).id
            #expect(try await world.staff(.post, "orders/\(id)/extend", ["hours": 2]).status == 200)
            vitrina.clock.advance(by: .seconds(3 * 3600) - microsecond)
            #expect(try await world.carryOut().done == 0)
            #expect(try await world.staff(.post, "orders/\(id)/cancel").status == 422)
            #expect(try await app.status(id) == "new")
            let cancelled = try await world.staff(.post, "orders/\(id)/cancel", note: "Клиент передумал")
            #expect(cancelled.json["status"] == "closed" && cancelled.json["reason"] == "cancelled")
            #expect(cancelled.json["history"]?.array?.first?["note"] == "Клиент передумал")
            #expect(try await world.states()[world.cabins[0]] == "free")
            #expect(try await world.staff(.post, "orders/\(id)/extend", ["hours": 2]).status == 409)
            #expect(try await world.staff(.post, "orders/\(id)/cancel", note: "Ещё раз").status == 409)
        }
    }

    // C165
    @Test(arguments: TestDatabase.all)
    func `orders need the right to read people, and to change them`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let id = try await world.user().create(world.body([(world.cabins[0], 1)])).id
            for author in [Vitrina.editor, Vitrina.viewer] {
                #expect(try await vitrina.send(.get, "/admin/api/v1/cruise/orders", as: author).status == 403)
            }
            let reader = Author.viewer("Rita", may: [.readContent, .readPeople])
            let path = "/admin/api/v1/cruise/orders/\(id)"
            #expect(try await vitrina.send(.get, path, as: reader).status == 200)
            let move: JSON = ["status": "checking"]
            #expect(try await vitrina.send(.post, "\(path)/move", move, as: reader).status == 403)
        }
    }
}
