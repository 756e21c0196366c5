import Testing

@testable import Core

struct HTTPLanesTests {
    private static let answer = HTTPAnswer(status: 200, headers: [:], body: [])

    @Test func `a request is refused while too many wait, and taken again afterwards`() async throws {
        let lanes = HTTPLanes(1, waitingMax: 1) { HTTPClient() }
        for _ in 0..<2 {
            _ = try await lanes.run { _ in
                try await lanes.run { _ in
                    await #expect(throws: Problem.self) { try await lanes.run { _ in Self.answer } }
                    return Self.answer
                }
            }
        }
    }

    @Test func `a read that nobody waits for is not begun`() async throws {
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled { await Task.yield() }
                // Nothing listens there.
                _ = try await HTTPClient().stream("GET", "http://127.0.0.1:1") { _ in }
            }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
    }
}
