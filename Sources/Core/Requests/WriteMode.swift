/// The mode in which the writes of the current request are performed.
///
/// It is task-local, so that no handler has to pass it on and none can forget it.
package enum WriteMode: Sendable {
    /// Committed one by one.
    case plain
    /// Committed, the first of them together with the request's key.
    case claimed(Claim)
    /// Performed, reported, and rolled back.
    case dryRun(DryRun)

    package static let current = TaskLocal<WriteMode>(wrappedValue: .plain)

    /// True if nothing of the current task may persist: no row, no file, no message to another server.
    package static var isDryRun: Bool {
        if case .dryRun = current.get() { true } else { false }
    }

    /// Marks the response of the current request as secret: it is shown once, and never stored for a repeated request.
    package static func holdSecret() {
        if case .claimed(let claim) = current.get() { claim.makeSecret() }
    }

    /// Runs `body` with all its writes in this mode.
    package func callAsFunction<R: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await Self.current.withValue(self, operation: body, isolation: isolation)
    }
}
