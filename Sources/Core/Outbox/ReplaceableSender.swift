import Storage

/// A sender that a running server replaces when its settings change; what is being sent is finished by the old one.
package struct ReplaceableSender: OutboxSender {
    package let kind: OutboxKind
    private let current: Locked<any OutboxSender>

    package init(_ sender: any OutboxSender) {
        (kind, current) = (sender.kind, Locked(sender))
    }

    /// Takes another sender of the same kind; one of another kind is ignored.
    package func replace(with sender: any OutboxSender) {
        guard sender.kind == kind else { return }
        current.update { $0 = sender }
    }

    package var isReady: Bool { current.value.isReady }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        await current.value.send(message)
    }

    package func ended(
        _ message: OutboxMessage,
        _ state: OutboxMessage.State,
        on connection: any Connection
    ) throws {
        try current.value.ended(message, state, on: connection)
    }
}
