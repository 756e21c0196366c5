import Dispatch
import Synchronization

/// A connection with the queue on which its calls block.
protocol PooledSession: AnyObject, Sendable {
    /// Waits for what runs, and closes the connection.
    func close() async
}

/// Lends each session to one transaction at a time, in the order of the requests of each lane.
final class SessionPool<Session: PooledSession>: Sendable {
    /// The number of waiting callers with long work; further ones are refused at once.
    private static var heavyWaitersMax: Int { 64 }

    private struct Waiter {
        let id: UInt64
        let lane: Lane
        let since = ContinuousClock.now
        let caller: CheckedContinuation<Session, any Error>
    }

    private struct State {
        /// A stack: the most recently used session is on top, because its connection is the likeliest to be open.
        ///
        /// Each has the lane that used it, whose limits its connection still has.
        var idle: [(session: Session, lane: Lane?)]
        /// The number of sessions that each lane has.
        var used = [Int](repeating: 0, count: Lane.allCases.count)
        var waiters: [Waiter] = []
        var lastID: UInt64 = 0
        /// Not nil if the last attempt to reach the server failed.
        var fault: StorageError?
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []

        /// Takes out the idle session that this lane used last, or else the one on top, and counts it.
        mutating func pop(for lane: Lane) -> Session? {
            guard let index = idle.lastIndex(where: { $0.lane == lane }) ?? idle.indices.last else {
                return nil
            }
            used[lane.rawValue] += 1
            return idle.remove(at: index).session
        }
    }

    private let sessions: [Session]
    private let shares: LaneShares
    private let state: Mutex<State>
    private let timer = DispatchQueue(label: "vitrina.pool")
    private let waits = Histogram()
    private static var closed: StorageError { .unreachable("It is closed.", mayBeKept: false) }

    init(_ sessions: [Session]) {
        self.sessions = sessions
        shares = LaneShares(of: sessions.count)
        state = Mutex(State(idle: sessions.map { ($0, nil) }))
    }

    /// Waits until `deadline` for a session of the lane's share, which must be given back.
    func borrow(for lane: Lane, until deadline: ContinuousClock.Instant) async throws -> Session {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                let waiter = Waiter(id: id, lane: lane, caller: caller)
                if let session = lend(to: waiter) { return caller.resume(with: session) }
                // The handler below may have run before there was a waiter to remove.
                if Task.isCancelled, remove(id) != nil { return caller.resume(throwing: CancellationError()) }
                let left = ContinuousClock.now.duration(to: deadline) / .seconds(1)
                timer.asyncAfter(deadline: .now() + max(left, 0)) { [weak self] in self?.giveUp(id) }
            }
        } onCancel: {
            remove(id)?.caller.resume(throwing: CancellationError())
        }
    }

    /// Takes a session back; `fault` is the reason if the server could not be reached.
    func giveBack(_ session: Session, of lane: Lane, fault: StorageError? = nil) {
        var served: [(Waiter, Session)] = []
        var closers: [CheckedContinuation<Void, Never>] = []
        state.withLock { state in
            state.fault = fault
            state.used[lane.rawValue] -= 1
            state.idle.append((session, lane))
            served = serve(&state)
            if state.idle.count == sessions.count { swap(&closers, &state.closers) }
        }
        for (waiter, session) in served {
            waits.record(ContinuousClock.now - waiter.since)
            waiter.caller.resume(returning: session)
        }
        for closer in closers { closer.resume() }
    }

    /// Takes out every waiter that may have an idle session now, in their order; the caller resumes them.
    private func serve(_ state: inout State) -> [(Waiter, Session)] {
        var served: [(Waiter, Session)] = []
        while true {
            // Each one served changes what the others may have.
            let (idle, used) = (state.idle.count, state.used)
            let first = state.waiters.firstIndex { shares.allow($0.lane, idle: idle, used: used) }
            guard let first, let session = state.pop(for: state.waiters[first].lane) else { return served }
            served.append((state.waiters.remove(at: first), session))
        }
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

    /// The present state of the pool, under the name of its work.
    func statistics(of name: String) -> DatabaseStatistics.Pool {
        let (idle, waiting) = state.withLock { ($0.idle.count, $0.waiters.count) }
        let inUse = sessions.count - idle
        return .init(name: name, size: sessions.count, inUse: inUse, waiting: waiting, waits: waits)
    }

    /// Nil if the caller has to wait.
    private func lend(to waiter: Waiter) -> Result<Session, any Error>? {
        state.withLock { state in
            if state.isClosed { return .failure(Self.closed) }
            // No waiter overtakes another in the same lane.
            let isFirst = !state.waiters.contains { $0.lane == waiter.lane }
            let isAllowed = shares.allow(waiter.lane, idle: state.idle.count, used: state.used)
            if isFirst, isAllowed, let session = state.pop(for: waiter.lane) { return .success(session) }
            let isRefused =
                waiter.lane == .heavy
                && state.waiters.count { $0.lane == .heavy } >= Self.heavyWaitersMax
            if isRefused { return .failure(StorageError.busy("Too many exports and the like run at once.")) }
            state.waiters.append(waiter)
            return nil
        }
    }

    private func giveUp(_ id: UInt64) {
        guard let waiter = remove(id) else { return }
        waits.record(ContinuousClock.now - waiter.since)
        let busy = StorageError.busy("All of the \(sessions.count) connections that it may have are in use.")
        waiter.caller.resume(throwing: state.withLock(\.fault) ?? busy)
    }

    private func remove(_ id: UInt64) -> Waiter? {
        state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
    }
}
