import Core
import Hummingbird
import Web

extension Travel {
    package var pages: [ModulePage] {
        [
            ModulePage(TimetableSearchPage.path, Localized("Поиск рейсов", "Ride search")),
            ModulePage(TimetableBoardPage.path, Localized("Табло", "Board")),
            ModulePage(TimetableMapPage.path, Localized("Карта", "Map")), ModulePage(Stations.resource),
            ModulePage(Settlements.resource), ModulePage(Threads.resource),
            ModulePage(Calendars.resource), ModulePage(FareLines.resource),
            ModulePage(ChangeTimeLines.resource),
            ModulePage(TimetableFeeds.resource), ModulePage(TravelKeys.resource),
        ]
    }

    package var files: [String: String] { embeddedFiles }
    package var assetPages: [String] { ["timetable"] }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        group.get(RouterPath(TimetableSearchPage.path)) { request, context in
            try await TimetableSearchPage(console, request, context).show()
        }
        group.get(RouterPath(TimetableBoardPage.path)) { request, context in
            try await TimetableBoardPage(console, request, context).show()
        }
        group.get(RouterPath(TimetableMapPage.path)) { request, context in
            try await TimetableMapPage(console, request, context).show()
        }
        FeedImportPage(console: console).add(to: group)
    }
}
