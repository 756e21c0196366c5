import Core
import Storage
import Transit
import Web

/// The services of the travel app: the timetable in memory, and the keys of apps.
package struct TravelServices: ModuleServices {
    package let live: LiveTimetable
    package let keys: LiveTravelKeys

    init(_ parts: ServiceParts) {
        live = LiveTimetable(database: parts.database)
        keys = LiveTravelKeys(database: parts.database, now: parts.now)
    }

    package func refresh() async throws {
        try await live.refresh()
        try await keys.refresh()
    }
}

extension Services {
    package var travel: TravelServices { of(TravelServices.self) }
}
