import Core
import Logging
import Storage
import Web

extension Vitrina {
    /// Does what is due by the test's clock, as each server does by itself.
    package func carryOutDue() async throws -> DueReport {
        try await services.dueChanges.carryOut()
    }

    /// Another server on the same database, or on another way to it, with a live state of its own.
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

/// A database whose hints never come, as when `LISTEN` is cut for good.
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

    /// It belongs to somebody else.
    package func close() async throws {}
}

/// A database that refuses its next writes, each for a reason of its own.
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

    /// It belongs to somebody else.
    package func close() async throws {}
}
