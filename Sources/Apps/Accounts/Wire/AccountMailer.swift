import Core
import Storage
import Web

/// Enqueues the messages of the app, in the transaction of their cause.
///
/// In live mode the secret is masked for staff, and the text is removed once sent; in test mode an SMS is
/// stored and not sent, and staff can read everything.
struct AccountMailer: Sendable {
    /// Attempts to send a mail (A77).
    private static let mailAttemptsMax: Int64 = 3

    let isTest: Bool
    let now: Timestamp
    let random: RandomBytes

    init(_ settings: AppSettings, at now: Timestamp, random: RandomBytes) {
        self.init(isTest: settings.bool("test_mode"), at: now, random: random)
    }

    init(isTest: Bool, at now: Timestamp, random: RandomBytes) {
        (self.isTest, self.now, self.random) = (isTest, now, random)
    }

    /// Returns the id of the message.
    @discardableResult
    func mail(
        _ message: AccountMessage,
        to address: String,
        _ values: [String: String],
        secret: String? = nil,
        until: Timestamp? = nil,
        on connection: any Connection
    ) throws -> Int64 {
        let template = try connection.accountTemplate(message)
        let mail = Mail(
            to: address,
            subject: template.filled(template.subject, values),
            text: template.filled(template.mail, values),
            codeUntil: isTest ? nil : until,
            secret: isTest ? nil : secret,
            attemptsMax: Self.mailAttemptsMax
        )
        let id = try Outbox.enqueue(mail, subject: subject, at: now, on: connection)
        if isTest, let until {
            // A password is readable in test mode only until it expires: passwords outlive tests.
            try connection.send("UPDATE outbox SET valid_until = \(until) WHERE id = \(id)")
        }
        return id
    }

    /// Sends a new link that confirms the address, and works for these days; for ever if they are 0.
    func mailLink(
        for account: Account,
        to address: String,
        _ base: String,
        days: Int64,
        on connection: any Connection
    ) throws {
        let link = AccountLink(random: random)
        let until = days == 0 ? nil : now.advanced(by: .seconds(86_400 * days))
        try link.keep(for: account, until: until, at: now, random, on: connection)
        let values = ["name": account.name, "link": link.address(base, of: account.id)]
        try mail(.emailConfirm, to: address, values, secret: link.token, on: connection)
    }

    @discardableResult
    func sms(
        _ message: AccountMessage,
        to phone: AccountPhone,
        _ values: [String: String],
        secret: String,
        until: Timestamp,
        on connection: any Connection
    ) throws -> Int64 {
        let template = try connection.accountTemplate(message)
        let id = subject
        var payload: [String: JSON] = [
            "app": "accounts", "phone": .string(phone.international),
            "text": .string(template.filled(template.sms, values)),
        ]
        if !isTest { payload["secret"] = .string(secret) }
        return try Outbox.enqueue(
            .sms,
            eventID: "account-\(id)",
            payload: .object(payload),
            lane: "sms",
            subject: id,
            state: isTest ? .kept : .waiting,
            validUntil: until,
            isSecret: !isTest,
            at: now,
            on: connection
        )
    }

    /// Enqueues the feedback of a user; if the template has no address, it is only stored for staff.
    @discardableResult
    func feedback(
        _ values: [String: String],
        _ file: MailFile?,
        on connection: any Connection
    ) throws -> Int64 {
        let template = try connection.accountTemplate(.feedback)
        let (title, text) = (
            template.filled(template.subject, values), template.filled(template.mail, values)
        )
        let id = subject
        let messageID: Int64
        if let address = template.address {
            let mail = Mail(
                to: address,
                subject: title,
                text: text,
                attemptsMax: Self.mailAttemptsMax
            )
            messageID = try Outbox.enqueue(mail, subject: id, at: now, on: connection)
        } else {
            messageID = try Outbox.enqueue(
                .mail,
                eventID: "mail-\(id)",
                payload: ["to": "", "subject": .string(title), "text": .string(text)],
                lane: "mail",
                subject: id,
                state: .kept,
                at: now,
                on: connection
            )
        }
        try file?.keep(with: messageID, on: connection)
        return messageID
    }

    /// A new id for each message, by which receivers recognize duplicates.
    private var subject: String { Identifier.new(at: now, random: random) }
}
