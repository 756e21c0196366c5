import Storage

/// The database for the handlers of requests, which performs each write in the mode of the request.
///
/// Caches that a server shares between requests must be filled from the underlying database and never from this one,
/// because the changes of a dry run are visible only here.
package struct RequestDatabase: WrappingDatabase {
    package let base: any Database

    /// Never wraps a `RequestDatabase` again.
    package init(_ base: any Database) {
        self.base = (base as? RequestDatabase)?.base ?? base
    }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        switch WriteMode.current.get() {
        case .plain, .claimed: try await base.read(body)
        case .dryRun(let run): try await run.read(base, body)
        }
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        switch WriteMode.current.get() {
        case .plain: try await base.write(body)
        case .claimed(let claim): try await claim.write(base, body)
        case .dryRun(let run): try await run.write(base, body)
        }
    }
}
