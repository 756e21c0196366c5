/// How the writes of the request at hand are done.
///
/// It goes with the task, so that no handler has to hand it on and none can forget it.
package enum WriteMode: Sendable {
    /// For good, one by one.
    case plain
    /// For good, the first of them together with the request's key.
    case claimed(Claim)
    /// Done, looked at, and undone.
    case dryRun(DryRun)

    package static let current = TaskLocal<WriteMode>(wrappedValue: .plain)

    /// Nothing that the present task does may stay: no row, no file, no message to another server.
    package static var isDryRun: Bool {
        if case .dryRun = current.get() { true } else { false }
    }

    /// What the present request is answered holds a secret: it is shown once, and never kept for a request that comes
    /// again.
    package static func holdSecret() {
        if case .claimed(let claim) = current.get() { claim.makeSecret() }
    }

    /// Runs `body` with every write that is made in it done in this way.
    package func callAsFunction<R: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await Self.current.withValue(self, operation: body, isolation: isolation)
    }
}
