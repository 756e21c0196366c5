import Storage

/// Sends the messages of one kind; a new kind needs one of these, passed to the courier.
package protocol OutboxSender: Sendable {
    var kind: OutboxKind { get }

    /// True if the kind is configured; otherwise its messages are stored, or fail.
    var isReady: Bool { get }

    /// Tries once, in bounded time; a failure is an outcome.
    func send(_ message: OutboxMessage) async -> OutboxResult

    /// Called in the transaction that records the end of a message, whichever way it has ended.
    func ended(_ message: OutboxMessage, _ state: OutboxMessage.State, on connection: any Connection) throws
}

extension OutboxSender {
    package var isReady: Bool { true }
    package func ended(
        _ message: OutboxMessage,
        _ state: OutboxMessage.State,
        on connection: any Connection
    ) throws {}
}

/// The result of one attempt.
package struct OutboxResult: Sendable {
    package enum Outcome: Sendable, Hashable {
        case sent
        /// Not to be sent at all.
        case kept
        /// To be retried, unless that was the last attempt.
        case again(Localized)
        /// Another attempt would fail as well.
        case failed(Localized)
    }

    package let outcome: Outcome
    /// Additional writes of the sender in the transaction that records the outcome.
    let note: @Sendable (any Connection) throws -> Void

    package init(_ outcome: Outcome, note: @escaping @Sendable (any Connection) throws -> Void = { _ in }) {
        self.outcome = outcome
        self.note = note
    }
}
