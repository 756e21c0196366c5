import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Apps

struct CruiseStatisticsTests {
    // C170
    @Test(arguments: TestDatabase.all)
    func `searches, orders and money are counted by day`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await OrderWorld(vitrina)
            let app = try await world.user()
            for _ in 0..<4 {
                let filter: JSON = ["filter": ["dates": ["from": "2027-06-01", "to": "2027-06-30"]]]
                _ = try await vitrina.send(.post, "/api/v3/Cruise/Filter", filter, as: nil)
            }
            try await vitrina.services.counts.flush()
            let first = try await app.create(world.body([(world.cabins[0], 1)])).id
            vitrina.clock.advance(by: .seconds(86_400))
            _ = try await app.create(world.body([(world.cabins[1], 1)])).id
            try await world.pay(first, 10_000_00, id: "bank-1")
            try await world.pay(first, 5_000_50, id: "bank-2")
            try await world.pay(first, -2_000_00, id: "bank-3")

            let rows = try await world.staff(.get, "statistics").json.items

            #expect(rows.map { $0["day"] } == ["2026-11-22", "2026-11-21"])
            #expect(rows.map { $0["searches"] } == [0, 4] && rows.map { $0["orders"] } == [1, 1])
            #expect(rows.map { $0["paid_orders"] } == [1, 0])
            #expect(
                rows.first?["received"]?.integer == 15_000_50 && rows.first?["returned"]?.integer == 2_000_00
            )
        }
    }
}
