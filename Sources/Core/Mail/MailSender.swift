import Storage

/// Sends mails, or keeps them to be looked at where no server for mail is set up.
package struct MailSender: OutboxSender {
    package let kind = OutboxKind.mail
    private let server: SMTPServer?

    package init(server: SMTPServer?) {
        self.server = server
    }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        guard let server else { return OutboxResult(.kept) }
        guard let text = message.payload["text"]?.string,
            let to = message.payload["to"]?.string.flatMap({ Email.normalized($0) })
        else { return OutboxResult(.failed(Self.broken)) }
        let mail = Mail(to: to, subject: message.payload["subject"]?.string ?? "", text: text)
        return OutboxResult(await server.send(mail, id: message.eventID, at: message.createdAt))
    }

    private static let broken = Localized("Нет адреса или текста.", "There is no address, or no text.")
}
