import Storage

/// Delivers events to the addresses of hooks.
package struct HookSender: OutboxSender {
    package static let timeout: Duration = .seconds(10)
    private static let answerSizeMax = 1 << 20
    /// Characters of the response's content type that the log keeps.
    private static let answerTypeLengthMax = 100

    package let kind = OutboxKind.hook
    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let timeout: Duration
    private let destinations: Destinations

    /// Staff enter the addresses, so only public ones are allowed unless `destinations` permits more.
    package init(
        database: any Database,
        now: @escaping @Sendable () -> Timestamp,
        timeout: Duration = Self.timeout,
        destinations: Destinations = .outside()
    ) {
        self.database = database
        self.now = now
        self.timeout = timeout
        self.destinations = destinations
    }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        let at = now()
        let found: (hook: Hook, secrets: [String])?
        do {
            found = try await database.read { try $0.hookWithSecrets(message.subject ?? "", at: at) }
        } catch {
            return OutboxResult(.again(Self.unread))
        }
        guard let (hook, secrets) = found else { return OutboxResult(.failed(Self.removed)) }
        guard hook.isActive || message.isTest else { return OutboxResult(.failed(Self.off)) }
        return await deliver(message, to: hook, secrets, at: at)
    }

    private func deliver(
        _ message: OutboxMessage,
        to hook: Hook,
        _ secrets: [String],
        at: Timestamp
    ) async -> OutboxResult {
        let body = message.payload.bytes
        let start = ContinuousClock.now
        var answer: HTTPAnswer?
        var error: Localized?
        do throws(Problem) {
            // One client per hook, because a client sends requests one after another.
            let client = HTTPClient(
                timeout: timeout,
                bodySizeMax: Self.answerSizeMax,
                destinations: destinations
            )
            let received = try await client.send(
                "POST",
                hook.url,
                headers: [
                    ("Content-Type", "application/json; charset=utf-8"),
                    ("Vitrina-Event", message.event ?? ""),
                    ("Vitrina-Delivery", message.eventID),
                    ("Vitrina-Signature", HookSignature.header(body, at: at, secrets: secrets)),
                ],
                body: .bytes(body)
            )
            answer = received
            if !(200..<300 ~= received.status) { error = Self.refused(received.status) }
        } catch let problem {
            error = problem.detail
        }
        let attempt = HookAttempt(
            message: message,
            hook: hook.id,
            at: at,
            milliseconds: Int64((ContinuousClock.now - start) / .milliseconds(1)),
            status: answer.map { Int64($0.status) },
            error: error,
            answerType: answer?.headers["content-type"].map(Self.plain),
            answerSize: answer.map { Int64($0.body.count) }
        )
        return attempt.result
    }

    /// The content type in printable ASCII, which every database and terminal accepts.
    private static func plain(_ type: String) -> String {
        String(
            String.UnicodeScalarView(
                type.unicodeScalars.filter { 0x20..<0x7F ~= $0.value }.prefix(Self.answerTypeLengthMax)
            )
        )
    }

    private static func refused(_ status: Int) -> Localized {
        Localized("Ответ с кодом \(status).", "The answer was \(status).")
    }

    private static let unread = Localized("База данных недоступна.", "The database was away.")
    private static let removed = Localized("Веб-хука больше нет.", "The web hook has gone.")
    static let off = Localized("Веб-хук выключен.", "The web hook is switched off.")
}

/// One delivery attempt, with its consequences.
private struct HookAttempt: Sendable {
    /// The time of nothing but failures after which a hook is switched off.
    private static let failingAge: Duration = .seconds(5 * 86_400)

    let message: OutboxMessage
    let hook: String
    let at: Timestamp
    let milliseconds: Int64
    let status: Int64?
    let error: Localized?
    let answerType: String?
    let answerSize: Int64?

    private static let gone: Int64 = 410

    var result: OutboxResult {
        let outcome: OutboxResult.Outcome =
            switch error {
            case nil: .sent
            // A test is over after one failure.
            case let error? where status == Self.gone || message.isTest: .failed(error)
            case let error?: .again(error)
            }
        return OutboxResult(outcome) { connection in
            try connection.send(
                """
                INSERT INTO hook_attempts (message_id, number, at, status, error, milliseconds, answer_type,
                    answer_size)
                VALUES (\(message.id), \(message.attempts), \(at), \(status), \(error?.kept.text), \(milliseconds),
                    \(answerType), \(answerSize))
                """
            )
            if !message.isTest { try follow(on: connection) }
        }
    }

    /// Tracks the time for which the hook has only failed, and switches it off after the limit.
    private func follow(on connection: any Connection) throws {
        guard error != nil else {
            try connection.send(
                "UPDATE hooks SET failing_since = NULL WHERE id = \(hook) AND failing_since IS NOT NULL"
            )
            return
        }
        try connection.send(
            "UPDATE hooks SET failing_since = \(at) WHERE id = \(hook) AND failing_since IS NULL"
        )
        let limit = at.advanced(by: .zero - Self.failingAge)
        let reason = status == Self.gone ? Hook.OffReason.gone : .failing
        let off = try connection.execute(
            """
            UPDATE hooks SET is_active = \(false), off_reason = \(reason.rawValue), off_at = \(at)
            WHERE id = \(hook) AND is_active AND (\(reason == .gone) OR failing_since <= \(limit))
            """
        )
        guard off == 1 else { return }
        try connection.send(
            """
            UPDATE outbox SET state = 'failed', last_error = \(HookSender.off.kept.text), ended_at = \(at)
            WHERE kind = \(OutboxKind.hook.name) AND subject = \(hook) AND state = 'waiting'
            """
        )
        try connection.record(
            .hookSwitchedOff,
            try connection.hook(hook),
            ["reason": .string(reason.rawValue)],
            by: .server,
            at: at,
            address: nil
        )
    }
}

extension Author {
    /// The author of actions that no other actor performs.
    static let server = Author(staffID: nil, name: "vitrina", role: .owner, door: .server)
}

extension Connection {
    /// The hook with every secret that is valid now, newest first; nil if it has been removed.
    fileprivate func hookWithSecrets(
        _ id: String,
        at now: Timestamp
    ) throws -> (hook: Hook, secrets: [String])? {
        let row = try rows(
            "SELECT \(Hook.columns), secret, previous_secret FROM hooks WHERE id = \(id)"
        ).first
        guard let row else { return nil }
        let hook = try Hook(row)
        var secrets = [try row.get("secret", as: String.self)]
        if let until = hook.previousSecretUntil, now < until,
            let previous: String = try row.get("previous_secret")
        {
            secrets.append(previous)
        }
        return (hook, secrets)
    }
}
