/// A database that leaves to another one what it does not do itself.
package protocol WrappingDatabase: Database {
    var base: any Database { get }
}

extension WrappingDatabase {
    package var dialect: Dialect { base.dialect }
    package var statistics: DatabaseStatistics { base.statistics }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await base.read(body)
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await base.write(body)
    }

    package func requireAttached() throws(StorageError) { try base.requireAttached() }
    package func hints() -> AsyncStream<Void> { base.hints() }
    package func lookAtReplica() async { await base.lookAtReplica() }
    package func close() async throws { try await base.close() }
}
