import Storage

/// The database as the handlers of requests have it: it does each write in the way that the request wants.
///
/// What a server keeps in memory for everybody must be made of the database below, never of this one, as a dry run sees
/// here what nobody else ever will.
package struct RequestDatabase: Database {
    package let base: any Database

    /// Wraps no database twice.
    package init(_ base: any Database) {
        self.base = (base as? RequestDatabase)?.base ?? base
    }

    package var dialect: Dialect { base.dialect }

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

    package func requireAttached() throws(StorageError) { try base.requireAttached() }
    package func hints() -> AsyncStream<Void> { base.hints() }
    package func close() async throws { try await base.close() }
}
