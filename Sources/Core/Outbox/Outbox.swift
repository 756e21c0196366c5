import Storage

/// The outbox: messages to other systems, written in the transaction of their cause and sent by any server.
///
/// A message is sent at least once: if a server stops after sending it and before recording so, another sends it again,
/// with the same event id. The order is not guaranteed.
package struct Outbox: Sendable {
    /// A courier that has claimed a message and is silent for this long counts as dead.
    package static let lease: Duration = .seconds(60)

    /// The pause after the first failure of a message with few attempts.
    private static let pauseOfFew: Duration = .seconds(150)
    /// The pause after the first failure; each one after that is twice as long.
    private static let pauseFirst: Duration = .seconds(10)
    package static let pauseMax: Duration = .seconds(12 * 3600)
    /// Messages that a server sends concurrently, and the maximum for one lane.
    private static let parallelMax = 16
    package static let laneParallelMax = 4
    package static let sentAge: Duration = .seconds(7 * 86_400)
    package static let failedAge: Duration = .seconds(30 * 86_400)

    let database: any Database
    let now: @Sendable () -> Timestamp
    private let random: RandomBytes

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        self.database = database
        self.now = now
        self.random = random
    }

    /// Enqueues a message in the transaction that causes it, so that both are saved or neither; returns its id.
    ///
    /// `lane` groups messages that share a limit: those to one receiver, or through one gateway. Nothing is sent from
    /// `validUntil` on. A message with `isSecret` loses its text once it is sent or has failed.
    @discardableResult
    package static func enqueue(
        _ kind: OutboxKind,
        eventID: String,
        payload: JSON,
        lane: String,
        subject: String? = nil,
        state: OutboxMessage.State = .waiting,
        due: Timestamp? = nil,
        validUntil: Timestamp? = nil,
        isSecret: Bool = false,
        at now: Timestamp,
        on connection: any Connection
    ) throws -> Int64 {
        // Attempts to send it belong to the trace of the request that causes it.
        let place = TraceSpan.current.map { JSON.object([TraceParent.headerName: .string($0.place.header)]) }
        let whole = place.map { payload.adding($0) } ?? payload
        let rows = try connection.rows(
            """
            INSERT INTO outbox (event_id, kind, lane, subject, payload, state, attempts, due_at, created_at, ended_at,
                valid_until, is_secret)
            VALUES (\(eventID), \(kind.name), \(lane), \(subject), \(whole.text), \(state.rawValue), 0, \(due ?? now),
                \(now), \(state == .waiting ? nil : now), \(validUntil), \(isSecret))
            RETURNING id
            """
        )
        guard let id: Int64 = try rows.first?.get("id") else {
            throw StorageError.other("outbox has not answered")
        }
        if state == .waiting { connection.notify() }
        return id
    }

    /// Claims due messages for the time of the lease; `busy` is the number of messages being sent in each lane.
    ///
    /// The database decides: of two servers that want the same message, one gets it.
    func claim(_ kinds: [OutboxKind], busy: [String: Int]) async throws -> [OutboxMessage] {
        let now = now()
        let room = Self.parallelMax - busy.values.reduce(0, +)
        guard room > 0 else { return [] }
        let due = try await database.read { connection in
            try kinds.flatMap { kind in try connection.dueLanes(of: kind, at: now) }
        }
        let free = due.filter { busy[$0.lane, default: 0] < Self.laneParallelMax }
        // A poll that finds nothing writes nothing.
        guard !free.isEmpty else { return [] }
        let first = Int(random(1).first ?? 0) % free.count
        // Each poll starts with another lane, so that none is always last.
        let lanes = Array(free[first...] + free[..<first])
        return try await database.write { connection in
            var messages: [OutboxMessage] = []
            for lane in lanes where messages.count < room {
                let laneRoom = Self.laneParallelMax - busy[lane.lane, default: 0]
                messages += try connection.claim(min(laneRoom, room - messages.count), in: lane, at: now)
            }
            return messages
        }
    }

    /// Records the result of an attempt, unless another courier has claimed the message since.
    func finish(
        _ message: OutboxMessage,
        _ result: OutboxResult,
        by sender: (any OutboxSender)? = nil
    ) async throws {
        let now = now()
        let end = end(of: message, result.outcome, at: now)
        try await database.write { connection in
            let count = try connection.execute(
                """
                UPDATE outbox SET state = \(end.state.rawValue), due_at = \(end.dueAt),
                    last_error = \(end.error?.kept.text), ended_at = \(end.state == .waiting ? nil : now)
                WHERE id = \(message.id) AND state = 'waiting' AND attempts = \(message.attempts)
                """
            )
            guard count == 1 else { return }
            if end.state != .waiting, message.isSecret {
                let payload = message.payload.merged(with: ["text": nil, "secret": nil])
                try connection.send(
                    "UPDATE outbox SET payload = \(payload.text) WHERE id = \(message.id)"
                )
            }
            try result.note(connection)
            if end.state != .waiting { try sender?.ended(message, end.state, on: connection) }
        }
    }

    private func end(
        of message: OutboxMessage,
        _ outcome: OutboxResult.Outcome,
        at now: Timestamp
    ) -> (state: OutboxMessage.State, dueAt: Timestamp, error: Localized?) {
        switch outcome {
        case .sent: (.sent, message.dueAt, nil)
        case .kept: (.kept, message.dueAt, nil)
        case .failed(let error): (.failed, message.dueAt, error)
        case .again(let error) where message.attempts >= message.attemptsMax:
            (.failed, message.dueAt, error)
        case .again(let error): again(message, error, at: now)
        }
    }

    /// A message whose next attempt would be too late fails at once, so that its sender need not wait.
    private func again(
        _ message: OutboxMessage,
        _ error: Localized,
        at now: Timestamp
    ) -> (state: OutboxMessage.State, dueAt: Timestamp, error: Localized?) {
        // Few attempts are spread out, so that they outlast an outage of some minutes.
        let isFew = message.attemptsMax < Limits.outboxAttemptsMax
        let pause = Self.pause(
            after: message.attempts,
            chance: random(1).first ?? 128,
            first: isFew ? Self.pauseOfFew : Self.pauseFirst
        )
        let due = now.advanced(by: pause)
        if let until = message.validUntil, until <= due { return (.failed, message.dueAt, error) }
        return (.waiting, due, error)
    }

    /// Doubles with each attempt, with a jitter of a quarter, so that messages that failed together are spread.
    static func pause(
        after attempts: Int64,
        chance: UInt8,
        first: Duration = Self.pauseFirst
    ) -> Duration {
        let doublings = Int(min(max(attempts, 1) - 1, 30))
        let pause = min(first * (1 << doublings), Self.pauseMax)
        return pause * (0.75 + Double(chance) / 510)
    }

    /// The number of messages in each state.
    package func counts() async throws -> [String: Int64] {
        try await database.read { connection in
            var counts: [String: Int64] = ["waiting": 0, "sent": 0, "failed": 0, "kept": 0]
            for row in try connection.rows("SELECT state, COUNT(*) AS number FROM outbox GROUP BY state") {
                counts[try row.get("state", as: String.self)] = try row.get("number")
            }
            return counts
        }
    }

    /// Deletes messages that ended long ago.
    package func removeExpired() async throws {
        let now = now()
        let ages: [(OutboxMessage.State, Duration)] = [
            (.sent, Self.sentAge), (.failed, Self.failedAge), (.kept, Self.failedAge),
        ]
        for (state, age) in ages {
            let end = now.advanced(by: .zero - age)
            var count = Limits.tidyBatch
            while count == Limits.tidyBatch {
                count = try await database.write { connection in
                    try connection.execute(
                        """
                        DELETE FROM outbox WHERE id IN (
                            SELECT id FROM outbox WHERE state <> 'waiting' AND state = \(state.rawValue)
                                AND ended_at <= \(end) LIMIT \(Limits.tidyBatch)
                        )
                        """
                    )
                }
            }
        }
    }
}

private struct Lane: Sendable {
    let kind: OutboxKind
    let lane: String
}

extension Connection {
    /// The lanes with due messages; one index lookup per lane, however long its queue is.
    fileprivate func dueLanes(of kind: OutboxKind, at now: Timestamp) throws -> [Lane] {
        try rows(
            """
            WITH RECURSIVE lanes(lane) AS (
                SELECT min(o.lane) FROM outbox o WHERE o.state = 'waiting' AND o.kind = \(kind.name)
                UNION ALL
                SELECT (
                    SELECT min(o.lane) FROM outbox o
                    WHERE o.state = 'waiting' AND o.kind = \(kind.name) AND o.lane > lanes.lane
                )
                FROM lanes WHERE lanes.lane IS NOT NULL
            )
            SELECT lane FROM lanes WHERE EXISTS (
                SELECT 1 FROM outbox o
                WHERE o.state = 'waiting' AND o.kind = \(kind.name) AND o.lane = lanes.lane AND o.due_at <= \(now)
            )
            """
        ).map { Lane(kind: kind, lane: try $0.get("lane")) }
    }

    fileprivate func claim(_ count: Int, in lane: Lane, at now: Timestamp) throws -> [OutboxMessage] {
        // The conditions are repeated outside, because PostgreSQL checks them again after waiting for a lock.
        try rows(
            """
            UPDATE outbox SET attempts = attempts + 1, due_at = \(now.advanced(by: Outbox.lease))
            WHERE state = 'waiting' AND due_at <= \(now) AND id IN (
                SELECT id FROM outbox
                WHERE state = 'waiting' AND kind = \(lane.kind.name) AND lane = \(lane.lane) AND due_at <= \(now)
                ORDER BY due_at, id LIMIT \(count)
            )
            RETURNING *
            """
        ).map(OutboxMessage.init)
    }
}
