import Storage

/// Sends mails, or stores them for staff to read if no SMTP server is configured.
package struct MailSender: OutboxSender {
    package let kind = OutboxKind.mail
    package var isReady: Bool { server != nil }
    private let server: SMTPServer?
    private let database: (any Database)?

    /// `database` holds the attachments; without it mails are sent without them.
    package init(server: SMTPServer?, database: (any Database)? = nil) {
        (self.server, self.database) = (server, database)
    }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        guard let server else { return OutboxResult(.kept) }
        guard let kept = try? Mail(json: message.payload), let to = Email.normalized(kept.to) else {
            return OutboxResult(.failed(Self.broken))
        }
        var mail = Mail(to: to, subject: kept.subject, text: kept.text)
        do {
            mail.file = try await database?.read { try $0.mailFile(of: message.id) }
        } catch {
            return OutboxResult(.again(Self.unread))
        }
        return OutboxResult(await server.send(mail, id: message.eventID, at: message.createdAt))
    }

    private static let unread = Localized("База данных недоступна.", "The database was away.")
    private static let broken = Localized("Нет адреса или текста.", "There is no address, or no text.")
}
