import Dispatch

/// One connection of the pool with the queue on which its calls block, so that no thread of Swift's tasks does.
///
/// The connection is opened when it is needed, and used on the queue only.
final class PostgresSession: @unchecked Sendable {
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
    private var link: PostgresLink?

    init(_ settings: PostgresSettings) {
        self.settings = settings
    }

    func run<R: Sendable>(
        _ mode: Mode,
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async -> Outcome<R> {
        await withCheckedContinuation { caller in
            queue.async {
                caller.resume(returning: self.transaction(mode, body))
                // A read returns before its transaction ends; the next transaction comes after it in the queue.
                self.endRead()
            }
        }
    }

    func close() async {
        await withCheckedContinuation { caller in
            queue.async {
                self.link = nil
                caller.resume()
            }
        }
    }

    private func transaction<R>(_ mode: Mode, _ body: (any Connection) throws -> R) -> Outcome<R> {
        let link: PostgresLink
        do throws(StorageError) {
            link = try connected()
        } catch {
            if case .unreachable = error { return .lost(error) }
            return .failed(error)
        }
        link.conflict = nil
        let result: R
        do {
            try begin(mode, on: link)
            result = try body(PostgresConnection(link: link, settings: settings))
            try link.probe()
        } catch {
            defer { if case StorageError.readOnly = error { self.link = nil } }
            return undone(link, error)
        }
        if mode == .read { return .done(result) }
        do {
            // If a statement of a transaction has failed, COMMIT returns ROLLBACK.
            guard try link.query("COMMIT").command == "COMMIT" else {
                return .failed(
                    StorageError.other("A statement failed, so that nothing of the transaction was kept.")
                )
            }
            return .done(result)
        } catch {
            if case .unreachable(let message, _)? = link.loss {
                self.link = nil
                return .failed(StorageError.unreachable(message, mayBeKept: true))
            }
            return undone(link, error)
        }
    }

    /// Drops the connection if the server takes no writes: a new one may reach the server that has taken over.
    private func begin(_ mode: Mode, on link: PostgresLink) throws(StorageError) {
        do {
            _ = try link.query(mode.rawValue)
        } catch {
            guard mode == .write, link.loss == nil, link.lastFailure == Self.notSupported else { throw error }
            throw .readOnly(error.description)
        }
    }

    /// The SQLSTATE with which a standby refuses a transaction that writes.
    private static let notSupported = "0A000"

    private func connected() throws(StorageError) -> PostgresLink {
        if let link { return link }
        let link = try PostgresLink(settings)
        self.link = link
        return link
    }

    private func endRead() {
        guard let link, !link.isIdle else { return }
        _ = try? link.query("COMMIT")
        if !link.isIdle { self.link = nil }
    }

    private func undone<R>(_ link: PostgresLink, _ error: any Error) -> Outcome<R> {
        if link.loss == nil { _ = try? link.query("ROLLBACK") }
        if !link.isIdle { self.link = nil }
        if let loss = link.loss { return .lost(loss) }
        if let conflict = link.conflict { return .conflict(conflict) }
        return .failed(error)
    }
}
