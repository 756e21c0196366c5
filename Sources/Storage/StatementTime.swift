/// The time that each statement of a task may take on PostgreSQL, if that is more than its lane allows.
///
/// It is for the few statements that must read every row to be of use, such as adding up the ledger: at fifty million
/// lines that takes minutes.
package enum StatementTime {
    private static let ofTask = TaskLocal<Duration?>(wrappedValue: nil)

    /// The time for the current task; nil if its lane decides.
    static var current: Duration? { ofTask.get() }

    /// Runs `body`, each statement of which may take so long.
    package static func run<R: Sendable>(
        upTo time: Duration,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await ofTask.withValue(time, operation: body, isolation: isolation)
    }
}
