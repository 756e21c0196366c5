import Apps
import Core
import Hummingbird
import Storage
import Web

/// An app of a car park: what is free, and who parks.
package struct Parking: App {
    package let name = "parking"
    package let title = Localized("Парковка", "Parking")
    package let icon = "store"
    package let publicPrefix = "/parking/v1"
    package let types: [any ContentDeclaration.Type] = [Floors.self]
    package let resources: [any ResourceDeclaration.Type] = [ParkedCars.self]

    package init() {}

    package var publicRoutes: [PublicRoute] {
        [
            PublicRoute("/floors") { request in
                let names = request.live[Floors.type.name].contents.map { $0.text("name", request.language) }
                return PublicAnswer { json in
                    json.object { json in json.member("floors", names.joined(separator: ", ")) }
                }
            }
        ]
    }

    package func answer(_ problem: Problem, in language: Language) -> PublicAnswer {
        PublicAnswer(status: problem.kind.status.code) { json in
            json.object { json in json.member("error", problem.detail[language]) }
        }
    }

    package var pages: [ModulePage] { [ModulePage(ParkingPage.path, Localized("Сводка", "Overview"))] }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        ParkingPage(console: console).add(to: group)
    }
}
