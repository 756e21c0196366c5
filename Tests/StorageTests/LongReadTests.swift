import Foundation
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LongReadTests {
    @Test(arguments: TestDatabase.all)
    func `long reads leave connections to short ones`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let (started, start) = AsyncStream<Void>.makeStream()
            let gate = Signal()
            let ended = Locked(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                // More reads than there are connections; each holds one until the gate opens.
                for _ in 0..<12 {
                    group.addTask {
                        try await LongRead.run {
                            try await database.read { connection in
                                _ = try connection.rows("SELECT 1 AS one")
                                start.yield()
                                gate.wait()
                                ended.update { $0 += 1 }
                            }
                        }
                    }
                }
                _ = await started.first { _ in true }
                let one = try await database.read {
                    try $0.rows("SELECT 1 AS one").first?.get("one", as: Int64.self)
                }
                #expect(one == 1)
                #expect(ended.value == 0, "it has waited for the long ones")
                gate.send()
                try await group.waitForAll()
            }
        }
    }
}
