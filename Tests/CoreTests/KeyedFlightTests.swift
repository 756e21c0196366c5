import Storage
import TestSupport
import Testing

@testable import Core

struct KeyedFlightTests {
    private struct Refusal: Error {}

    @Test func `work that many want is done once for each key`() async throws {
        let (flight, runs) = (KeyedFlight(), Locked([String: Int]()))

        try await atOnce(0..<40) { number in
            let key = number % 2 == 0 ? "a" : "b"
            try await flight.run(key) {
                runs.update { $0[key, default: 0] += 1 }
                try await Task.sleep(for: .milliseconds(300))
            }
        }

        // A task that is late begins a run of its own.
        #expect(runs.value.count == 2 && runs.value.values.allSatisfy { $0 < 20 })
    }

    @Test func `a failure is that of all who wait, and not of those who come later`() async throws {
        let (flight, isBroken) = (KeyedFlight(), Locked(true))
        let work: @Sendable () async throws -> Void = {
            try await Task.sleep(for: .milliseconds(100))
            if isBroken.value { throw Refusal() }
        }

        let failures = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    do {
                        try await flight.run("a", work)
                        return false
                    } catch {
                        return error is Refusal
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        isBroken.update { $0 = false }

        #expect(failures == 5)
        try await flight.run("a", work)
    }

    @Test func `the work of a caller that leaves is done by another`() async throws {
        let (flight, runs) = (KeyedFlight(), Locked(0))
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let work: @Sendable () async throws -> Void = {
            let number = runs.update {
                $0 += 1
                return $0
            }
            beginning.yield()
            if number == 1 { try await Task.sleep(for: .seconds(600)) }
        }

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { inner in
                        inner.addTask { try await flight.run("a", work) }
                        inner.addTask { try await Task.sleep(for: .milliseconds(300)) }
                        _ = try await inner.next()
                        inner.cancelAll()
                        try await inner.waitForAll()
                    }
                } catch is CancellationError {
                    // It has left.
                }
            }
            for await _ in begun { break }
            group.addTask { try await flight.run("a", work) }
            try await group.waitForAll()
        }

        #expect(runs.value == 2)
    }
}
