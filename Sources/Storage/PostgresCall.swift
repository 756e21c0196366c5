/// The bounds of one call: what it may take of the server, and how long its caller waits.
struct PostgresCall: Sendable {
    let lane: Lane
    /// The time after which the server cancels a statement.
    let statementTimeout: Duration
    /// The moment at which the caller gives up, whatever the server does; nil if only each step is bounded.
    let end: ContinuousClock.Instant?

    /// The moment, or the end of the call if that comes first.
    func bounded(_ moment: ContinuousClock.Instant) -> ContinuousClock.Instant {
        end.map { min($0, moment) } ?? moment
    }
}
