import Core
import Storage
import TestSupport
import Testing

@testable import Apps

/// Random traffic of several users against the model: no cabin is sold twice, no kopeck is lost, and statuses change
/// only by the table.
struct OrderModelTests {
    private static let timeMax: Duration = .seconds(9)

    // C88, C92, C98, C107, C108, C119
    @Test(arguments: TestDatabase.all)
    func `random traffic does what the model says`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let seed = UInt64.random(in: 0...999_999)
            var traffic = try await OrderTraffic(vitrina, seed: seed)
            let end = ContinuousClock.now.advanced(by: Self.timeMax)
            while ContinuousClock.now < end, traffic.step < 2_000 {
                try await traffic.next()
                if traffic.step % 20 == 0 { try await traffic.checkAll() }
            }
            try await traffic.checkAll()
            try await traffic.checkBooks()
        }
    }
}
