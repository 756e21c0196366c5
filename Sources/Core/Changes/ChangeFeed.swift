import Storage

/// Tells everybody on this server who follows the changes what happens on any server.
///
/// It reads the history once for all of them, and not at all while there is nobody.
package final class ChangeFeed: Sendable {
    private struct State {
        var isRunning = false
        var tail: ChangeTail?
        var readers: [ObjectIdentifier: ChangeReader] = [:]
    }

    private let log: ChangeLog
    private let now: @Sendable () -> Timestamp
    private let state = Shared(State())
    private let refreshes = Coalescer()
    private let wakes = Wakes()

    package init(log: ChangeLog, now: @escaping @Sendable () -> Timestamp) {
        self.log = log
        self.now = now
    }

    /// There may be something new, or time has passed.
    package func wake() {
        wakes.wake()
    }

    /// What `run` waits for, made before anything can want to stop it.
    package func looks() -> AsyncStream<Void> { wakes.stream() }

    /// Looks whenever it is woken, until `stop`; `onFault` is told what the database said.
    package func run(_ looks: AsyncStream<Void>, onFault: @escaping @Sendable (any Error) -> Void) async {
        state.update { $0.isRunning = true }
        for await _ in looks {
            do {
                try await look()
            } catch {
                onFault(error)
            }
        }
        let readers = state.update { state in
            state.isRunning = false
            return state.readers.values.map { $0 }
        }
        for reader in readers { reader.end() }
    }

    package func stop() {
        wakes.finish()
    }

    /// Lets somebody follow; with `last`, what has happened since that number comes first.
    ///
    /// `owner` stands for whoever asks, of whom there may be only so many; `leave` must follow.
    package func join(owner: String, type: String?, after last: String?) async throws -> ChangeReader {
        if let type { try log.require(type: type) }
        let reader = ChangeReader(owner: owner, type: type, at: now())
        try add(reader)
        do {
            try await look()
            let tail = state.value.tail
            let settled = tail?.settled ?? 0
            if let last {
                // A number that was never given is from another database.
                let number = Int64(last).flatMap { 0...(tail?.last ?? 0) ~= $0 ? $0 : nil }
                let backlog =
                    if let number { try await log.backlog(after: number, type: type) } else {
                        nil as [Change]?
                    }
                reader.open(backlog, settled: settled, at: now())
            } else {
                reader.open(settled: settled, at: now())
            }
            return reader
        } catch {
            leave(reader)
            throw error
        }
    }

    package func leave(_ reader: ChangeReader) {
        state.update { $0.readers[ObjectIdentifier(reader)] = nil }
        reader.end()
    }

    private func add(_ reader: ChangeReader) throws(Problem) {
        let problem: Problem? = state.update { state in
            guard state.isRunning else { return Self.absent }
            let ofOwner = state.readers.values.count { $0.owner == reader.owner }
            guard state.readers.count < Limits.changeReadersMax, ofOwner < Limits.changeReadersOfOneMax else {
                return Self.tooMany
            }
            // What happened while nobody was there is nobody's news.
            if state.readers.isEmpty { state.tail = nil }
            state.readers[ObjectIdentifier(reader)] = reader
            return nil
        }
        if let problem { throw problem }
    }

    /// Takes in whatever has been kept before this call.
    func look() async throws {
        if !state.value.readers.isEmpty { try await refreshes.run { try await self.takeIn() } }
        let now = now()
        for reader in state.value.readers.values where !reader.tick(at: now) { leave(reader) }
    }

    private func takeIn() async throws {
        guard let tail = state.value.tail else {
            let tail = try await log.tail()
            state.update { $0.tail = tail }
            return
        }
        let news = try await log.news(since: tail)
        let next = if let news { news.tail } else { try await log.tail() }
        let readers = state.update { state in
            state.tail = next
            return state.readers.values.map { $0 }
        }
        let now = now()
        for reader in readers {
            if let news {
                reader.add(news.changes, settled: next.settled, at: now)
            } else {
                reader.reset(settled: next.settled, at: now)
            }
        }
    }

    package static let absent = Problem(
        .unavailable,
        Localized("События сообщает только работающий сервер.", "Events are told by a running server only.")
    )

    static let tooMany = Problem(
        .limited,
        Localized("Слишком много открытых лент событий.", "Too many streams of events are open."),
        retryAfter: 30
    )
}
