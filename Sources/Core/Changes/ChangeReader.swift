import Storage

/// Somebody who follows the changes: what waits for them, and no more of it than they may leave lying.
package final class ChangeReader: FeedReader {
    /// Changes that wait for one slow reader before it has to read everything again.
    package static let changesBufferMax = 256
    /// A reader that takes nothing for so long has gone without a word.
    private static let changeReaderStall: Duration = .seconds(60)
    /// After this time a reader comes again, and is asked again who it is.
    package static let changeReaderAge: Duration = .seconds(3600)

    package enum Item: Sendable, Hashable {
        /// Nothing has been missed, and this is where to begin again.
        case begin(settled: Int64)
        /// `settled` is where to begin again after this: everything up to there has been told.
        case change(Change, settled: Int64)
        /// Something was left out: read everything again.
        case reset(settled: Int64)
        case heartbeat
    }

    private struct State {
        var items: [Item] = []
        /// What comes while the backlog is being read waits here.
        var isOpen = false
        /// What the backlog held, which may come once more.
        var told: Set<Int64> = []
        var lastAt: Timestamp
        /// Since when something has waited.
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

    /// What waits, which no longer does.
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

    /// Begins, with nothing missed.
    func open(settled: Int64, at now: Timestamp) {
        state.update { state in
            state.isOpen = true
            state.put([.begin(settled: settled)] + state.items, at: now)
        }
        waker.yield()
    }

    /// Begins with what was missed; nil where that is too much.
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

    /// Shows that the line still stands where nothing else has; false once it has stood, or hung, for long enough.
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
