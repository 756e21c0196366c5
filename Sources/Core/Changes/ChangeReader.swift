import Storage

/// One subscriber to changes, with a bounded queue of those not yet delivered.
package final class ChangeReader: FeedReader {
    /// The number of changes queued for one slow reader before it has to reload everything.
    package static let changesBufferMax = 256
    /// A reader that takes nothing for this long is treated as disconnected.
    private static let changeReaderStall: Duration = .seconds(60)
    /// After this time a reader must reconnect and authenticate again.
    package static let changeReaderAge: Duration = .seconds(3600)

    package enum Item: Sendable, Hashable {
        /// Nothing was missed; `settled` is the number to resume from.
        case begin(settled: Int64)
        /// After this item, `settled` is the number to resume from: everything up to it has been delivered.
        case change(Change, settled: Int64)
        /// Changes were dropped: the reader must reload everything.
        case reset(settled: Int64)
        case heartbeat
    }

    private struct State {
        var items: [Item] = []
        /// False while the backlog is being read; changes are queued meanwhile.
        var isOpen = false
        /// The numbers in the backlog, which may be added once more.
        var told: Set<Int64> = []
        var lastAt: Timestamp
        /// The time since which the queue has not been empty.
        var waitingSince: Timestamp?

        mutating func put(_ items: [Item], at now: Timestamp) {
            self.items = items
            lastAt = now
            if waitingSince == nil { waitingSince = now }
        }
    }

    package let owner: String
    private let type: String?
    private let startedAt: Timestamp
    private let state: Locked<State>
    package let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init(owner: String, type: String?, at now: Timestamp) {
        self.owner = owner
        self.type = type
        startedAt = now
        state = Locked(State(lastAt: now))
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns the queued items and empties the queue.
    package func take() -> [Item] {
        state.update { state in
            guard state.isOpen else { return [] }
            defer { (state.items, state.waitingSince) = ([], nil) }
            return state.items
        }
    }

    package func end() {
        waker.finish()
    }

    /// Opens the reader with nothing missed.
    func open(settled: Int64, at now: Timestamp) {
        state.update { state in
            state.isOpen = true
            state.put([.begin(settled: settled)] + state.items, at: now)
        }
        waker.yield()
    }

    /// Opens the reader with the missed changes; nil if there are too many.
    func open(_ backlog: [Change]?, settled: Int64, at now: Timestamp) {
        state.update { state in
            state.isOpen = true
            guard let backlog else { return state.put([.reset(settled: settled)], at: now) }
            state.told = Set(backlog.map { $0.number })
            let since = state.items.filter { item in
                if case .change(let change, _) = item { !state.told.contains(change.number) } else { true }
            }
            state.put(backlog.map { .change($0, settled: min($0.number, settled)) } + since, at: now)
        }
        waker.yield()
    }

    func add(_ changes: [Change], settled: Int64, at now: Timestamp) {
        let mine = changes.filter { type == nil || $0.type == type }
        guard !mine.isEmpty else { return }
        state.update { state in
            let new = mine.filter { !state.told.contains($0.number) }
            let items = state.items + new.map { .change($0, settled: settled) }
            let isTooMuch = state.isOpen && items.count > ChangeReader.changesBufferMax + state.told.count
            state.put(isTooMuch ? [.reset(settled: settled)] : items, at: now)
        }
        waker.yield()
    }

    func reset(settled: Int64, at now: Timestamp) {
        state.update { $0.put([.reset(settled: settled)], at: now) }
        waker.yield()
    }

    /// Queues a heartbeat if one is due; returns false if the reader has expired or stalled.
    func tick(at now: Timestamp) -> Bool {
        let (isDue, hangs) = state.update { state in
            let isDue = state.items.isEmpty && state.lastAt.advanced(by: Limits.changeHeartbeat) <= now
            if isDue { state.put([.heartbeat], at: now) }
            let hangs =
                state.waitingSince.map { $0.advanced(by: ChangeReader.changeReaderStall) <= now } ?? false
            return (isDue, hangs)
        }
        if isDue { waker.yield() }
        return !hangs && now < startedAt.advanced(by: ChangeReader.changeReaderAge)
    }
}
