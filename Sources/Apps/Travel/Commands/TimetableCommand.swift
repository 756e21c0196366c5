import Apps
import ArgumentParser
import Core
import Web

/// The commands of the timetable: `vitrina timetable stations list`.
struct TimetableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timetable",
        "Расписание: станции, рейсы, поиск.",
        "The timetable: stations, threads, search.",
        subcommands: [
            TimetableSearch.self, TimetableBoard.self, TimetableNearest.self, TimetableCheck.self,
            TimetableImport.self, TimetableExport.self,
        ] + resourceGroups(in: .app, of: Travel().name)
    )
}
