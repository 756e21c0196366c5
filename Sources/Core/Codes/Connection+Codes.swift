import Storage

extension Connection {
    /// Makes a code for a phone, voids the previous one, and puts the SMS into the outbox; throws `.limited`.
    ///
    /// The count of the phone's codes is the lock, so of two concurrent requests the later code is the valid one.
    package func issueCode(
        _ order: CodeOrder,
        _ policy: CodePolicy,
        at now: Timestamp,
        random: RandomBytes
    ) throws
        -> IssuedCode
    {
        try order.limits(policy).count(at: now, on: self)
        if let problem = try codePause(order, policy, at: now) { throw problem }
        try send(
            """
            UPDATE codes SET state = 'replaced', ended_at = \(now)
            WHERE app = \(policy.app) AND purpose = \(order.purpose.name) AND phone = \(order.phone) AND state = 'live'
            """
        )
        let code = policy.fixedCode ?? random.number(in: policy.numbers)
        let id = Identifier.new(at: now, random: random)
        let salt = random(16)
        let messageID = try Outbox.enqueue(
            .sms,
            eventID: "code-\(id)",
            payload: [
                "app": .string(policy.app), "phone": .string(order.phone), "text": .string(order.text(code)),
            ],
            lane: "sms",
            subject: id,
            state: policy.isTest ? .kept : .waiting,
            validUntil: now.advanced(by: policy.life ?? Limits.codeSendAge),
            isSecret: true,
            at: now,
            on: self
        )
        try send(
            """
            INSERT INTO codes (id, app, purpose, phone, salt, code_hash, code, state, failures, failures_max, created_at,
                expires_at, address, message_id, account_id)
            VALUES (\(id), \(policy.app), \(order.purpose.name), \(order.phone), \(salt),
                \(order.hash(code, salt, policy.app)), \(policy.isTest ? code : nil), 'live', 0, \(policy.failuresMax), \(now),
                \(policy.life.map { now.advanced(by: $0) }), \(order.address), \(messageID),
                \(order.accountID))
            """
        )
        notify()
        return IssuedCode(id: id, messageID: messageID, isSent: !policy.isTest)
    }

    /// True if this is the code of the phone; wrong guesses are counted, so commit the transaction either way.
    ///
    /// Throws `.limited` after too many guesses from one address. A right code is used up if `isUsedUp` is true.
    package func checkCode(
        _ code: String,
        _ order: CodeOrder,
        _ policy: CodePolicy,
        isUsedUp: Bool = true,
        at now: Timestamp
    ) throws -> Bool {
        let guesses = order.guessLimit(policy)
        try guesses?.count(at: now, on: self)
        let rows = try rows(
            """
            UPDATE codes SET failures = failures + 1
            WHERE app = \(policy.app) AND purpose = \(order.purpose.name) AND phone = \(order.phone) AND state = 'live'
                AND (expires_at IS NULL OR expires_at > \(now)) AND (failures_max = 0 OR failures < failures_max)
            RETURNING id, salt, code_hash, failures, failures_max
            """
        )
        // The same work is done if there is no code, so that the time reveals nothing.
        let salt: [UInt8] = try rows.first?.get("salt") ?? [UInt8](repeating: 0, count: 16)
        let hash: [UInt8] = try rows.first?.get("code_hash") ?? []
        let isRight = isEqualInConstantTime(order.hash(code, salt, policy.app), hash)
        guard let row = rows.first else { return false }
        let (id, failures): (String, Int64) = (try row.get("id"), try row.get("failures"))
        let failuresMax: Int64 = try row.get("failures_max")
        if isRight {
            try guesses?.forgive(on: self)
            let end: SQL = isUsedUp ? ", state = 'used', ended_at = \(now)" : ""
            try send("UPDATE codes SET failures = failures - 1\(end) WHERE id = \(id)")
        } else if failuresMax > 0, failures >= failuresMax {
            try send("UPDATE codes SET state = 'locked', ended_at = \(now) WHERE id = \(id)")
        }
        notify()
        return isRight
    }

    /// The problem of a request that comes too soon after the last code; nil if there may be another one.
    package func codePause(_ order: CodeOrder, _ policy: CodePolicy, at now: Timestamp) throws -> Problem? {
        guard policy.pause > .zero else { return nil }
        let since = now.advanced(by: .zero - policy.pause)
        let rows = try rows(
            """
            SELECT created_at FROM codes
            WHERE phone = \(order.phone) AND app = \(policy.app) AND purpose = \(order.purpose.name)
                AND created_at > \(since)
            ORDER BY created_at DESC LIMIT 1
            """
        )
        guard let last: Timestamp = try rows.first?.get("created_at") else { return nil }
        let wait = max(1, Int(last.advanced(by: policy.pause).microseconds - now.microseconds) / 1_000_000)
        return Problem(
            .limited,
            Localized(
                "Новый код можно запросить через \(wait) с.",
                "You may ask for another code in \(wait) s."
            ),
            retryAfter: wait
        )
    }
}

extension Limits {
    /// The age after which a code without an expiry is no longer sent.
    fileprivate static let codeSendAge: Duration = .seconds(900)
}
