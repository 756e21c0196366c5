import Storage

/// The outbox as a whole: the number of its messages, and how long they wait.
package struct OutboxFigures: Sendable, Hashable {
    /// The number of messages in each state.
    package let counts: [OutboxMessage.State: Int64]
    /// The moment at which the oldest message that still waits was due; nil if none is due.
    package let dueSince: Timestamp?

    /// The time for which a message waits although it could be sent.
    package func delay(at now: Timestamp) -> Duration { dueSince?.distance(to: now) ?? .zero }
}

extension Connection {
    /// Reads them by partial indexes, since the table has the messages of weeks.
    package func outboxFigures(at now: Timestamp) throws -> OutboxFigures {
        var counts = Dictionary(uniqueKeysWithValues: OutboxMessage.State.allCases.map { ($0, Int64(0)) })
        let ended = try rows(
            "SELECT state, COUNT(*) AS number FROM outbox WHERE state <> 'waiting' GROUP BY state"
        )
        for row in ended {
            guard let state = OutboxMessage.State(rawValue: try row.get("state")) else { continue }
            counts[state] = try row.get("number")
        }
        var oldest: Timestamp?
        for row in try rows(
            "SELECT COUNT(*) AS number, MIN(due_at) AS oldest FROM outbox WHERE state = 'waiting'"
        ) {
            counts[.waiting] = try row.get("number")
            oldest = try row.get("oldest")
        }
        return OutboxFigures(counts: counts, dueSince: oldest.flatMap { $0 <= now ? $0 : nil })
    }
}
