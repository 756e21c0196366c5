import Core
import Storage
import Web

/// The services of the cruise app, made once.
package struct CruiseServices: ModuleServices {
    package let voyages: LiveVoyages
    let searches = CruiseSearchLog()
    let orders: DueOrders
    package let dueWork: [any DueWork]
    package let pushDevices: [any PushDevices]

    init(_ parts: ServiceParts) {
        voyages = LiveVoyages(database: parts.database)
        let settings = AppSettingStore(
            database: parts.database,
            declared: [Cruise.app: Cruise().settings],
            isProduction: parts.settings.isProduction,
            now: parts.now
        )
        orders = DueOrders(database: parts.database, settings: settings, now: parts.now)
        let devices = CruisePushDevices(
            database: parts.database,
            settings: settings,
            secrets: SecretStore(database: parts.database, random: parts.random)
        )
        dueWork = [
            orders, OrderNotices(database: parts.database, now: parts.now),
            ReleasePush(database: parts.database, now: parts.now, random: parts.random),
            CampaignWork(database: parts.database, devices: devices, now: parts.now),
        ]
        pushDevices = [devices]
    }

    package func refresh() async throws { try await voyages.refresh() }
}

extension Services {
    package var cruise: CruiseServices { of(CruiseServices.self) }
}
