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
