import Storage

/// Sends short messages through the configured gateway.
package struct SMSSender: OutboxSender {
    package let kind = OutboxKind.sms
    private let gateway: (any SMSGateway)?
    private let database: any Database

    /// Without a gateway every message fails at once, so that a user who waits for a code gets the error.
    package init(gateway: (any SMSGateway)?, database: any Database) {
        self.gateway = gateway
        self.database = database
    }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        guard let gateway else { return OutboxResult(.failed(Self.absent)) }
        guard let sms = try? SMS(json: message.payload) else {
            return OutboxResult(.failed(Self.empty))
        }
        do {
            guard try await database.read({ try $0.isWanted(message) }) else {
                return OutboxResult(.failed(Self.void))
            }
        } catch {
            return OutboxResult(.again(Self.unread))
        }
        return OutboxResult(await gateway.send(sms))
    }

    package static let absent = Localized("Шлюз СМС не настроен.", "No SMS gateway is set up.")
    private static let empty = Localized("Текста уже нет.", "The text has gone.")
    private static let void = Localized("Этот код уже не действует.", "This code is no longer valid.")
    private static let unread = Localized("База данных недоступна.", "The database was away.")
}

extension OutboxMessage {
    /// The id of the code in the message; nil if it contains none.
    var codeID: String? {
        kind == .sms && eventID.hasPrefix("code-") ? subject : nil
    }
}

extension Connection {
    /// False for a code that has been used, replaced or erased, which is no longer sent.
    fileprivate func isWanted(_ message: OutboxMessage) throws -> Bool {
        guard let code = message.codeID else { return true }
        return try !rows("SELECT id FROM codes WHERE id = \(code) AND state = 'live'").isEmpty
    }
}
