import Storage

/// Tells everybody on this server who follows the codes what happens to them on any server.
///
/// It reads the newest codes once for all of them, and not at all while there is nobody.
package final class CodeFeed: Sendable {
    private struct State {
        var isRunning = false
        var codes: [Code] = []
        var readers: [ObjectIdentifier: CodeReader] = [:]
    }

    private let store: CodeStore
    private let now: @Sendable () -> Timestamp
    private let state = Shared(State())
    private let refreshes = Coalescer()
    private let wakes = Wakes()

    package init(store: CodeStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// There may be something new, or time has passed.
    package func wake() {
        if !state.value.readers.isEmpty { wakes.wake() }
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

    /// Lets somebody follow what happens from now on; `leave` must follow.
    ///
    /// It ends after some minutes, so that whoever goes on is let in, and written down, anew.
    package func join(_ author: Author, address: String?) async throws -> CodeReader {
        try store.require(author)
        let reader = CodeReader(owner: author.staffID ?? author.name, at: now())
        try add(reader)
        do {
            try await store.noteLook(by: author, address: address)
            try await look()
            reader.open(state.value.codes)
            return reader
        } catch {
            leave(reader)
            throw error
        }
    }

    package func leave(_ reader: CodeReader) {
        state.update { $0.readers[ObjectIdentifier(reader)] = nil }
        reader.end()
    }

    private func add(_ reader: CodeReader) throws(Problem) {
        let problem: Problem? = state.update { state in
            guard state.isRunning else { return ChangeFeed.absent }
            let ofOwner = state.readers.values.count { $0.owner == reader.owner }
            guard state.readers.count < Limits.codeReadersMax, ofOwner < Limits.codeReadersOfOneMax else {
                return ChangeFeed.tooMany
            }
            state.readers[ObjectIdentifier(reader)] = reader
            return nil
        }
        if let problem { throw problem }
    }

    /// Takes in whatever has been kept before this call.
    func look() async throws {
        guard !state.value.readers.isEmpty else { return }
        try await refreshes.run {
            let codes = try await self.store.latest()
            self.state.update { $0.codes = codes }
        }
        let (codes, readers) = (state.value.codes, state.value.readers.values)
        let now = now()
        for reader in readers where !reader.look(codes, at: now) { leave(reader) }
    }
}

/// Somebody who follows the codes: what they have been told, and what there is by now.
///
/// What has changed is the difference of the two, so that a slow reader misses steps and never the outcome.
package final class CodeReader: Sendable {
    private struct State {
        var told: [String: Code]?
        var codes: [Code] = []
        var lastAt: Timestamp
        var isSignDue = false
    }

    /// Of whom there may be only so many.
    let owner: String
    private let endsAt: Timestamp
    private let state: Shared<State>
    /// Each tells that there is something to take; it ends when nothing more will come.
    package let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init(owner: String, at now: Timestamp) {
        self.owner = owner
        endsAt = now.advanced(by: Limits.codeLookWindow)
        state = Shared(State(lastAt: now))
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The codes that are new or have changed, the oldest first; nil for a sign of life.
    package func take() -> [Code]? {
        state.update { state in
            guard let told = state.told else { return [] }
            let changed = state.codes.filter { told[$0.id] != $0 }
            let isSignDue = state.isSignDue
            state.isSignDue = false
            guard !changed.isEmpty else { return isSignDue ? nil : [] }
            state.told = Dictionary(state.codes.map { ($0.id, $0) }) { first, _ in first }
            return changed.reversed()
        }
    }

    package func end() {
        waker.finish()
    }

    /// Begins; what there is is no news.
    func open(_ codes: [Code]) {
        state.update { state in
            state.told = Dictionary(codes.map { ($0.id, $0) }) { first, _ in first }
            state.codes = codes
        }
        waker.yield()
    }

    /// False once it has stood for long enough.
    func look(_ codes: [Code], at now: Timestamp) -> Bool {
        let isWoken = state.update { state in
            let isNew = state.codes != codes
            state.codes = codes
            let isSilent = state.lastAt.advanced(by: Limits.changeHeartbeat) <= now
            if isNew || isSilent { state.lastAt = now }
            if isSilent, !isNew { state.isSignDue = true }
            return isNew || isSilent
        }
        if isWoken { waker.yield() }
        return now < endsAt
    }
}
