import Core
import Logging
import Storage
import Web

extension Vitrina {
    /// Runs due work by the test's clock, as each server does.
    package func carryOutDue() async throws -> DueReport {
        try await services.dueChanges.carryOut()
    }

    /// Creates another server on the same database, or on another connection to it, with a separate live state.
    package func another(on database: (any Database)? = nil) async throws -> Vitrina {
        let database = database ?? self.database
        let clock = clock
        let services = Services(
            database: database,
            staff: services.staff,
            media: services.media,
            settings: services.settings,
            modules: services.modules,
            logger: Logger(label: "another"),
            now: { clock.now },
            random: .system
        )
        try await services.live.load()
        return Vitrina(
            services: services,
            server: Server(services: services),
            clock: clock,
            database: database
        )
    }
}

/// A database without hints, as after `LISTEN` is interrupted permanently.
package struct DeafDatabase: Database {
    private let base: any Database

    package init(_ base: any Database) {
        self.base = base
    }

    package var dialect: Dialect { base.dialect }

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

    package func hints() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// Does nothing, because the caller closes the database.
    package func close() async throws {}
}

/// A database that refuses its next writes, each with a given reason.
package struct RefusingDatabase: Database {
    private let base: any Database
    private let reasons: Locked<[StorageError]>

    package init(_ base: any Database, _ reasons: [StorageError]) {
        self.base = base
        self.reasons = Locked(reasons)
    }

    package var dialect: Dialect { base.dialect }

    package func read<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        try await base.read(body)
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        if let reason = reasons.update({ $0.isEmpty ? nil : $0.removeFirst() }) { throw reason }
        return try await base.write(body)
    }

    package func hints() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// Does nothing, because the caller closes the database.
    package func close() async throws {}
}
