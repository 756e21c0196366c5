import Storage

/// Sends the messages of one kind; a new way out of the building is one of these, handed to the courier.
package protocol OutboxSender: Sendable {
    var kind: OutboxKind { get }

    /// Whether there is a way out at all; without one messages of the kind are kept, or fail.
    var isReady: Bool { get }

    /// Tries once, in bounded time; what goes wrong is an outcome.
    func send(_ message: OutboxMessage) async -> OutboxResult
}

extension OutboxSender {
    package var isReady: Bool { true }
}

/// What came of one attempt.
package struct OutboxResult: Sendable {
    package enum Outcome: Sendable, Hashable {
        case sent
        /// Not to be sent at all.
        case kept
        /// To be tried again, unless that was the last attempt.
        case again(Localized)
        /// Another attempt would be in vain.
        case failed(Localized)
    }

    package let outcome: Outcome
    /// What the sender writes down itself, in the transaction that notes the outcome.
    let note: @Sendable (any Connection) throws -> Void

    package init(_ outcome: Outcome, note: @escaping @Sendable (any Connection) throws -> Void = { _ in }) {
        self.outcome = outcome
        self.note = note
    }
}
