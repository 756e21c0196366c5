import Storage

/// A feed of changes of entries made on any server.
package final class ChangeFeed: Feed {
    private static let changeReadersMax = 500

    package let followers = Followers<ChangeReader>(
        max: ChangeFeed.changeReadersMax,
        ofOneMax: Limits.changeReadersOfOneMax
    )
    private let log: ChangeLog
    private let now: @Sendable () -> Timestamp
    private let tail = Locked<ChangeTail?>(nil)
    private let refreshes = SingleFlight()

    package init(log: ChangeLog, now: @escaping @Sendable () -> Timestamp) {
        self.log = log
        self.now = now
    }

    /// Adds a reader; with `last`, the changes since that number come first.
    ///
    /// `owner` identifies the client, whose readers are limited in number; every `join` needs a `leave`.
    package func join(owner: String, type: String?, after last: String?) async throws -> ChangeReader {
        if let type { try log.require(type: type) }
        let reader = ChangeReader(owner: owner, type: type, at: now())
        // While there are no readers, changes are not tracked, so the first reader starts from a new tail.
        try followers.add(reader, first: { tail.update { $0 = nil } })
        do {
            try await look()
            let tail = tail.value
            let settled = tail?.settled ?? 0
            if let last {
                // A number that was never assigned is from another database.
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

    package func look() async throws {
        if !followers.isEmpty { try await refreshes.run { try await self.takeIn() } }
        let now = now()
        for reader in followers.all where !reader.tick(at: now) { leave(reader) }
    }

    private func takeIn() async throws {
        guard let known = tail.value else {
            let newest = try await log.tail()
            return tail.update { $0 = newest }
        }
        let news = try await log.news(since: known)
        let next = if let news { news.tail } else { try await log.tail() }
        tail.update { $0 = next }
        let now = now()
        for reader in followers.all {
            if let news {
                reader.add(news.changes, settled: next.settled, at: now)
            } else {
                reader.reset(settled: next.settled, at: now)
            }
        }
    }
}
