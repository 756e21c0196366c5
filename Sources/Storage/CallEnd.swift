/// The moment at which the transactions of a task give up on PostgreSQL, whatever the server does.
///
/// It is for callers that wait less than their lane does, such as probes, because a transaction cannot be cancelled. A
/// statement of theirs has the limit of one of an app.
package enum CallEnd {
    private static let ofTask = TaskLocal<ContinuousClock.Instant?>(wrappedValue: nil)

    /// The moment for the current task; nil if only its lane bounds it.
    package static var current: ContinuousClock.Instant? { ofTask.get() }

    /// Runs `body`, all of whose transactions together have this time.
    package static func run<R: Sendable>(
        within time: Duration,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        let end = ContinuousClock.now + time
        return try await ofTask.withValue(
            current.map { min($0, end) } ?? end,
            operation: body,
            isolation: isolation
        )
    }
}
