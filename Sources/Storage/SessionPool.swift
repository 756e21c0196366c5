import Dispatch
import Synchronization

/// A connection with the queue on which its calls block.
protocol PooledSession: AnyObject, Sendable {
    /// Waits for what runs, and closes the connection.
    func close() async
}

/// Lends each session to one transaction at a time, in the order of the requests.
final class SessionPool<Session: PooledSession>: Sendable {
    private struct Waiter {
        let id: UInt64
        let caller: CheckedContinuation<Session, any Error>
    }

    private struct State {
        /// A stack: the most recently used session is on top, because its connection is the likeliest to be open.
        var idle: [Session]
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0
        /// Not nil if the last attempt to reach the server failed.
        var fault: StorageError?
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let sessions: [Session]
    private let state: Mutex<State>
    private let timer = DispatchQueue(label: "vitrina.pool")
    private static var closed: StorageError { .unreachable("It is closed.", mayBeKept: false) }

    init(_ sessions: [Session]) {
        self.sessions = sessions
        state = Mutex(State(idle: sessions))
    }

    /// Waits for a session, which must be given back; until `deadline`, if there is one.
    func borrow(until deadline: ContinuousClock.Instant? = nil) async throws -> Session {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                let waiter = Waiter(id: id, caller: caller)
                if let session = lend(to: waiter) { return caller.resume(with: session) }
                guard let deadline else { return }
                let left = ContinuousClock.now.duration(to: deadline) / .seconds(1)
                timer.asyncAfter(deadline: .now() + max(left, 0)) { [weak self] in self?.giveUp(id) }
            }
        } onCancel: {
            remove(id)?.caller.resume(throwing: CancellationError())
        }
    }

    /// Takes a session back; `fault` is the reason if the server could not be reached.
    func giveBack(_ session: Session, fault: StorageError? = nil) {
        var waiter: Waiter?
        var closers: [CheckedContinuation<Void, Never>] = []
        state.withLock { state in
            state.fault = fault
            if !state.waiters.isEmpty {
                waiter = state.waiters.removeFirst()
                return
            }
            state.idle.append(session)
            if state.idle.count == sessions.count { swap(&closers, &state.closers) }
        }
        waiter?.caller.resume(returning: session)
        for closer in closers { closer.resume() }
    }

    /// Refuses new transactions, waits for those that run, and closes their connections.
    func close() async {
        await withCheckedContinuation { caller in
            let (waiters, isIdle) = state.withLock { state in
                state.isClosed = true
                defer { state.waiters = [] }
                let isIdle = state.idle.count == sessions.count
                if !isIdle { state.closers.append(caller) }
                return (state.waiters, isIdle)
            }
            for waiter in waiters { waiter.caller.resume(throwing: Self.closed) }
            if isIdle { caller.resume() }
        }
        for session in sessions { await session.close() }
    }

    /// Nil if the caller has to wait.
    private func lend(to waiter: Waiter) -> Result<Session, any Error>? {
        state.withLock { state in
            if state.isClosed { return .failure(Self.closed) }
            if let session = state.idle.popLast() { return .success(session) }
            state.waiters.append(waiter)
            return nil
        }
    }

    private func giveUp(_ id: UInt64) {
        guard let waiter = remove(id) else { return }
        let busy = StorageError.busy("All \(sessions.count) connections are in use.")
        waiter.caller.resume(throwing: state.withLock(\.fault) ?? busy)
    }

    private func remove(_ id: UInt64) -> Waiter? {
        state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
    }
}
