import Apps
import Core
import Logging
import Web

extension Vitrina {
    /// Another server on the same database, with the same clock and a memory of its own.
    package func sibling() async throws -> Vitrina {
        let clock = clock
        let services = Services(
            database: database,
            staff: services.staff,
            media: services.media,
            settings: services.settings,
            modules: Catalog.modules,
            logger: Logger(label: "test"),
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
