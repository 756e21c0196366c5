import Dispatch

/// One connection of the pool with the queue on which its calls block, so that no thread of Swift's tasks does.
///
/// The connection is opened when it is needed, and used on the queue only.
final class PostgresSession: PooledSession, @unchecked Sendable {
    enum Mode: String {
        case read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case write = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    }

    enum Outcome<R> {
        case done(R)
        case failed(any Error)
        /// Nothing was committed, because the connection was lost before the commit.
        case lost(StorageError)
        /// Nothing was committed, because of a serialization failure.
        case conflict(StorageError)
    }

    private let queue = DispatchQueue(label: "vitrina.postgres.session")
    private let settings: PostgresSettings
    private let notices: PostgresNotices
    private var link: PostgresLink?

    init(_ settings: PostgresSettings, _ notices: PostgresNotices) {
        (self.settings, self.notices) = (settings, notices)
    }

    func run<R: Sendable>(
        _ mode: Mode,
        _ call: PostgresCall,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async -> Outcome<R> {
        await withCheckedContinuation { caller in
            queue.async {
                let outcome = self.transaction(mode, call, body)
                let isDone = if case .done = outcome { true } else { false }
                caller.resume(returning: outcome)
                // The caller has gone on; the next transaction comes after this in the queue.
                self.endRead()
                if isDone { self.notifyAfterCommit() }
            }
        }
    }

    func close() async {
        await withCheckedContinuation { caller in
            queue.async {
                if self.link != nil { self.notifyIfDue() }
                self.link = nil
                caller.resume()
            }
        }
    }

    private func transaction<R>(
        _ mode: Mode,
        _ call: PostgresCall,
        _ body: (any Connection) throws -> R
    ) -> Outcome<R> {
        let isNew = self.link?.isOutdated ?? true
        let link: PostgresLink
        do throws(StorageError) {
            link = try connected(call)
        } catch {
            if case .unreachable = error { return .lost(error) }
            return .failed(error)
        }
        defer { link.timer?.end() }
        let result: R
        do {
            try link.begin(mode, call)
            result = try body(PostgresConnection(link: link, settings: settings))
            // The end of a read is not waited for, so a failure of what it has left unread must show before.
            if mode == .read { try link.settle() }
            try link.probe()
        } catch {
            return undone(link, error, isNew: isNew)
        }
        if mode == .read { return .done(result) }
        do {
            guard try link.commit() else {
                return .failed(
                    StorageError.other("A statement failed, so that nothing of the transaction was kept.")
                )
            }
            return .done(result)
        } catch {
            if case .unreachable(let message, _)? = link.loss, !link.isCommitSkipped {
                self.link = nil
                return .failed(StorageError.unreachable(message, mayBeKept: true))
            }
            return undone(link, error, isNew: isNew)
        }
    }

    private func connected(_ call: PostgresCall) throws(StorageError) -> PostgresLink {
        if let link, !link.isOutdated { return link }
        self.link = nil
        let link = try PostgresLink(settings, call)
        self.link = link
        return link
    }

    private func endRead() {
        guard let link, !link.isIdle else { return }
        finish(PostgresLink.commit, on: link)
    }

    private func notifyAfterCommit() {
        guard let link, link.isNoticed, let delay = notices.schedule() else { return }
        guard delay > .zero else { return notifyIfDue() }
        queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { self.notifyIfDue() }
    }

    /// Notifies the other servers if this pool owes it; without a connection they find out at their next look.
    private func notifyIfDue() {
        guard notices.claim(), let link else { return }
        finish(("SELECT pg_notify(\(literal: settings.channel), '')" as SQL).text, on: link)
    }

    /// Runs a statement for which no caller waits.
    ///
    /// If it fails, the connection is lost, and the next transaction reports so. A pooler takes its connection back with
    /// the answer, so that is waited for.
    private func finish(_ text: String, on link: PostgresLink) {
        if link.isShared { _ = try? link.query(text) } else { try? link.post(text) }
    }

    private func undone<R>(_ link: PostgresLink, _ error: any Error, isNew: Bool) -> Outcome<R> {
        if link.loss == nil { link.rollBack() }
        if !link.isIdle { self.link = nil }
        if let loss = link.loss { return .lost(loss) }
        if let refusal = (link.refusal ?? error) as? StorageError, case .readOnly = refusal {
            // A new connection may reach the server that has taken over: then the transaction runs again there.
            self.link = nil
            if !isNew { return .lost(refusal) }
        }
        if let conflict = link.conflict { return .conflict(conflict) }
        return .failed(link.refusal ?? error)
    }
}
