import Core
import Hummingbird
import Storage
import Web

/// The timetable of the travel app, as the Yandex Schedules API v3.0 answers it (timetable.md).
package struct Travel: App {
    static let app = "travel"

    package let name = Travel.app
    package let title = Localized("Расписание", "Timetable")
    package let icon = "train"
    package let publicPrefix = "/v3.0"
    package let types: [any ContentDeclaration.Type] = [Carriers.self]
    package let resources: [any ResourceDeclaration.Type] = [
        Stations.self, Settlements.self, Regions.self, Countries.self, Threads.self, Calendars.self,
        FareLines.self, ChangeTimeLines.self, TimetableFeeds.self, TravelKeys.self,
    ]
    package let routes: [any RouteList.Type] = [
        TimetableRoutes.self, TimetableMapRoutes.self, TimetableFormRoutes.self, FeedRoutes.self,
    ]
    package let publicRoutes: [PublicRoute] = []

    package init() {}

    package func services(_ parts: ServiceParts) -> (any ModuleServices)? { TravelServices(parts) }

    package func addPublicRoutes(to group: RouterGroup<WebContext>, services: Services, clients: Clients) {
        TravelRoutes(services: services, clients: clients).add(to: group)
    }

    package var publicOpenAPI: String { embeddedFiles["timetable-openapi.json"] ?? "" }

    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        TravelError(problem, request: "").answer
    }

    package var errorFormats: [ErrorFormat] {
        [
            ErrorFormat(prefix: publicPrefix + "/") { _, problem, request in
                TravelError(problem, request: TravelQuery.shown(request)).response(to: request)
            }
        ]
    }
}
