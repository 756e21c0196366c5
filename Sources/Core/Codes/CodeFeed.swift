import Storage

/// What happens to codes on any server; it reads the newest ones.
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

    /// Lets somebody follow what happens from now on; `leave` must follow.
    ///
    /// It ends after some minutes, so that rights are checked and the audit records the reader again.
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

/// Somebody who follows the codes: what they have been told, and what there is by now.
///
/// What has changed is the difference of the two, so that a slow reader misses steps and never the outcome.
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
