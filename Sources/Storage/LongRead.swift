import Synchronization

/// Marks reads that may take long, such as an export or the sum of all points.
///
/// Together they get few of the connections, so that they never block a sign-in or an app.
package enum LongRead {
    static let isOn = TaskLocal<Bool>(wrappedValue: false)

    /// Runs `body` with all its reads marked as long.
    package static func run<R: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await isOn.withValue(true, operation: body, isolation: isolation)
    }
}

/// Lends a few slots in the order of the requests.
final class Slots: Sendable {
    /// The number of waiting callers; further ones are refused at once.
    static let waitersMax = 64

    private struct Waiter {
        let id: UInt64
        let caller: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Runs `body` once a slot is free.
    func run<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        try await take()
        defer { giveBack() }
        return try await body()
    }

    private func take() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                if let result = lend(to: Waiter(id: id, caller: caller)) { caller.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.caller.resume(throwing: CancellationError())
        }
    }

    /// Nil if the caller has to wait.
    private func lend(to waiter: Waiter) -> Result<Void, any Error>? {
        state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return .success(())
            }
            guard state.waiters.count < Self.waitersMax else {
                return .failure(StorageError.busy("Too many exports and the like run at once."))
            }
            state.waiters.append(waiter)
            return nil
        }
    }

    private func giveBack() {
        let next = state.withLock { state -> Waiter? in
            if state.waiters.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.caller.resume()
    }
}
