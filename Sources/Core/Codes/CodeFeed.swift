import Storage

/// A feed of the newest codes made on any server.
package final class CodeFeed: Feed {
    private static let codeReadersMax = 200
    private static let codeReadersOfOneMax = 20

    package let followers = Followers<CodeReader>(
        max: CodeFeed.codeReadersMax,
        ofOneMax: CodeFeed.codeReadersOfOneMax
    )
    private let store: CodeStore
    private let now: @Sendable () -> Timestamp
    private let codes = Locked<[Code]>([])
    private let refreshes = SingleFlight()

    package init(store: CodeStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Adds a reader of the changes from now on; every `join` needs a `leave`.
    ///
    /// The feed ends after some minutes, so that permissions are checked and the audit records the reader again.
    package func join(_ author: Author, address: String?) async throws -> CodeReader {
        try store.require(author)
        let reader = CodeReader(owner: author.staffID ?? author.name, at: now())
        try followers.add(reader)
        do {
            try await store.noteLook(by: author, address: address)
            try await look()
            reader.open(codes.value)
            return reader
        } catch {
            leave(reader)
            throw error
        }
    }

    package func look() async throws {
        guard !followers.isEmpty else { return }
        try await refreshes.run {
            let latest = try await self.store.latest()
            self.codes.update { $0 = latest }
        }
        let (codes, now) = (codes.value, now())
        for reader in followers.all where !reader.look(codes, at: now) { leave(reader) }
    }
}

/// One subscriber to codes: the codes that were delivered to it, and the current ones.
///
/// The difference of the two is what has changed, so a slow reader misses steps and never the outcome.
package final class CodeReader: FeedReader {
    private struct State {
        var told: [String: Code]?
        var codes: [Code] = []
        var lastAt: Timestamp
        var isSignDue = false
    }

    package let owner: String
    private let endsAt: Timestamp
    private let state: Locked<State>
    package let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    init(owner: String, at now: Timestamp) {
        self.owner = owner
        endsAt = now.advanced(by: Limits.codeLookWindow)
        state = Locked(State(lastAt: now))
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The codes that are new or have changed, oldest first; nil for a heartbeat.
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

    /// Opens the reader; the codes that exist already count as delivered.
    func open(_ codes: [Code]) {
        state.update { state in
            state.told = Dictionary(codes.map { ($0.id, $0) }) { first, _ in first }
            state.codes = codes
        }
        waker.yield()
    }

    /// Takes the current codes; returns false if the reader has expired.
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
