import Core
import TestSupport
import Testing

/// The timetable from the command line.
struct TimetableCommandTests {
    private static let stations = """
        {"countries": [{"title": "Россия", "codes": {"yandex_code": "l225"}, "regions": [{"title": "Тверская область", \
        "codes": {"yandex_code": "r10819"}, "settlements": [{"title": "Тверь", "codes": {"yandex_code": "c14"}, \
        "stations": [{"title": "Тверь", "codes": {"yandex_code": "s9603093"}, "station_type": "train_station", \
        "transport_type": "train", "direction": "", "latitude": 56.835, "longitude": 35.892}]}, {"title": "Клин", \
        "codes": {"yandex_code": "c10735"}, "stations": [{"title": "Клин", "codes": {"yandex_code": "s9600701"}, \
        "station_type": "train_station", "transport_type": "train", "direction": "", "latitude": 56.34, \
        "longitude": 36.71}, {"title": "Решетниково", "codes": {"yandex_code": "s9600702"}, "station_type": "", \
        "transport_type": "train", "direction": "", "latitude": "", "longitude": ""}]}]}]}]}
        """
    private static let runs = """
        uid;number;title;transport_type;days;start_date;end_date;stop;arrival;departure;platform
        752A;752А;Тверь — Клин;train;1234567;2026-01-01;2034-12-31;s9603093;;05:30;2
        752A;;;;;;;s9600701;06:20;;
        """

    // T91
    @Test(arguments: TestDatabase.all)
    func `a timetable is imported, asked, checked and exported`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            try program.write(Self.stations, to: "stations.json")
            try program.write(Self.runs, to: "runs.csv")
            try program.write(Self.runs.replacing("06:20", with: "04:20"), to: "broken.csv")
            func run(_ arguments: String...) async throws -> Program.Outcome {
                try await program.run(["timetable"] + arguments)
            }

            let trial = try await run("import", "stations.json", "--dry-run", "--json")
            #expect(trial.json["summary"]?["added"]?.integer == 7, "\(trial.output) \(trial.messages)")
            #expect(try await run("stations", "list", "--quiet").output.isEmpty, "a trial writes nothing")
            let first = try await run("import", "stations.json", "--yes", "--json")
            #expect(
                first.status == 0 && first.json["kinds"] == trial.json["kinds"],
                "the trial told the truth"
            )
            let refused = try await run("import", "broken.csv", "--feed", "runs", "--yes")
            #expect(refused.status == 65 && refused.messages.contains("arrival"), "\(refused.messages)")
            #expect(refused.messages.contains("3"), "its line")
            #expect(try await run("import", "runs.csv", "--yes").status == 0)

            let found = try await run("search", "Тверь", "c10735", "--date", "2026-12-01", "--json")
            #expect(found.json.items.first?["departure"] == "2026-12-01T05:30:00+03:00")
            let board = try await run("board", "Тверь", "--date", "2026-12-01", "--quiet")
            #expect(board.lines == ["752A"])
            let arrivals = try await run("board", "s9600701", "--arrivals", "--date", "2026-12-01", "-q")
            #expect(arrivals.lines == ["752A"])
            let near = try await run("nearest", "56.8,35.9", "--distance", "10", "--quiet")
            #expect(near.lines == ["s9603093"])
            let check = try await run("check", "--json")
            #expect(check.json["counts"]?["unreachable"] == 1, "\(check.output)")
            let stations = try await run("stations", "list", "--quiet")
            #expect(Set(stations.lines) == ["9603093", "9600701", "9600702"])
            #expect(try await run("threads", "list", "--quiet").lines.count == 1)
            let key = try await run("keys", "add", "--name", "App", "--json")
            #expect(key.json["key"]?.string?.isEmpty == false)
            let export = try await run("export", "--to", "export.zip")
            #expect(export.status == 0, "\(export.messages)")
            let again = try await run("import", "export.zip", "--feed", "copy", "--dry-run", "--json")
            #expect(again.json["fault_count"] == 0 && again.status == 0, "\(again.messages)")
        }
    }

    @Test func `a question that names no place or day is refused in words`() async throws {
        try await withProgram { program in
            for arguments in [
                ["search", "Nowhere", "c2"], ["board", "s1"], ["nearest", "abc"],
                ["board", "s1", "--date", "1.1"],
                ["import", "none.csv"],
            ] {
                let outcome = try await program.run(["timetable"] + arguments)
                #expect([64, 65, 66].contains(outcome.status), "\(arguments): \(outcome.status)")
                #expect(!outcome.messages.isEmpty && !outcome.messages.contains("Problem("))
            }
        }
    }
}
