import Storage

/// Sends notifications from the outbox, and retries while Firebase is unreachable.
package struct PushSender: OutboxSender {
    /// Handles an invalid token, in the transaction that records so.
    package typealias Forget = @Sendable (_ token: String, _ subject: String, any Connection) throws -> Void

    package let kind = OutboxKind.push
    private let fcm: FCM?
    private let forget: Forget

    /// Without a project every notification fails at once, so that its sender gets the error.
    package init(fcm: FCM?, forget: @escaping Forget = { _, _, _ in }) {
        (self.fcm, self.forget) = (fcm, forget)
    }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        guard let fcm else { return OutboxResult(.failed(Self.absent)) }
        guard let push = try? Push(json: message.payload) else { return OutboxResult(.failed(Self.empty)) }
        do throws(GoogleFault) {
            switch try await fcm.send(push) {
            case .sent: return OutboxResult(.sent)
            case .unregistered(let reason):
                let forget = forget
                return OutboxResult(.failed(reason)) { connection in
                    try forget(push.token, message.subject ?? "", connection)
                }
            }
        } catch {
            return OutboxResult(error.kind == .away ? .again(error.detail) : .failed(error.detail))
        }
    }

    package static let absent = Localized(
        "Уведомления не настроены: fcm_project.",
        "Notifications are not set up: fcm_project."
    )
    private static let empty = Localized(
        "Непонятно, что отправлять.",
        "The message does not say what to send."
    )
}
