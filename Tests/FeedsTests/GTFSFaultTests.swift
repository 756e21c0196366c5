import Core
import Testing

@testable import Feeds

struct GTFSFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        /// Replaced in the file of the small feed.
        let old: String
        let new: String
        let reason: FeedFault.Reason
        let line: Int?
        let field: String

        init(
            _ file: String,
            _ old: String,
            _ new: String,
            _ reason: FeedFault.Reason,
            _ line: Int?,
            _ field: String
        ) {
            (self.file, self.old, self.new) = (file + ".txt", old, new)
            (self.reason, self.line, self.field) = (reason, line, field)
        }

        var testDescription: String { "\(file): \(new)" }
    }

    // T91, T94
    @Test(arguments: cells + rows)
    func `a fault is told with its file, line, field and value`(test: Case) throws {
        let text = try #require(FeedFolder.small[test.file]).replacing(test.old, with: test.new)

        let reading = try FeedFolder([test.file: text]).read()

        let fault = try #require(reading.faults.kept.first { $0.reason == test.reason })
        #expect(fault.file == test.file || test.reason == .fewStops)
        #expect(fault.line == test.line)
        #expect(fault.field == test.field)
        #expect(!fault.detail.ru.isEmpty && !fault.detail.en.isEmpty)
        #expect((reading.feed == nil) == (fault.severity == .error))
    }

    private static let cells = [
        Case("agency", "Europe/Moscow", "Europe/Tver", .badTimeZone, 2, "agency_timezone"),
        Case("agency", "Europe/Moscow", "../Moscow", .badTimeZone, 2, "agency_timezone"),
        Case("agency", "РЖД,", ",", .missingValue, 2, "agency_name"),
        Case("agency", "agency_url", "url", .missingColumn, 1, "agency_url"),
        Case("agency", "agency_url", "agency_name", .duplicateColumn, 1, "agency_name"),
        Case("agency", "rzd,РЖД", "rzd,x,РЖД", .extraCells, 2, ""),
        Case("trips", ",Петербург,0", "", .fewCells, 2, ""),
        Case("agency", "РЖД", "\"РЖД\"x", .badQuote, 2, ""),
        Case("agency", "РЖД", "\"РЖД", .openQuote, 2, ""),
        Case("agency", "РЖД", "Р\u{0}Д", .badText, 2, "agency_name"),
        Case("stops", "55.776", "95.776", .badLatitude, 2, "stop_lat"),
        Case("stops", "55.776", "north", .badLatitude, 2, "stop_lat"),
        Case("stops", "37.655,", "-181,", .badLongitude, 2, "stop_lon"),
        Case("stops", "37.655,", ",", .missingValue, 2, "stop_lon"),
        Case("stops", "1,,", "5,,", .badNumber(0...4), 2, "location_type"),
        Case("stops", "0,m,1", "0,x,1", .unknownReference("stops.txt"), 3, "parent_station"),
        Case("stops", "0,m,1", "2,,1", .missingParent, 3, "parent_station"),
        Case("stops", "0,m,1", "0,t,1", .badParent, 3, "parent_station"),
        Case("stops", "0,m,1", "0,m1,1", .cyclicParent, 3, "parent_station"),
        Case("stops", "1,,\n", "1,m1,\n", .cyclicParent, 2, "parent_station"),
        Case("routes", "CC6600", "CC66", .badColor, 2, "route_color"),
        Case("routes", "rzd", "x", .unknownReference("agency.txt"), 2, "agency_id"),
        Case("routes", ",2,", ",,", .missingValue, 2, "route_type"),
        Case("routes", ",2,", ",x,", .badNumber(0...1_702), 2, "route_type"),
        Case("routes", "752А,Москва — Петербург", ",", .missingValue, 2, "route_short_name"),
        Case("calendar", "20220630", "20220631", .badDate, 2, "end_date"),
        Case("calendar", "20220630", "20220531", .endBeforeStart, 2, "end_date"),
        Case("calendar", "1,1,1,1,1,1,1", "0,0,0,0,0,0,0", .idleService, 2, "service_id"),
        Case("trips", "daily", "weekly", .unknownReference("calendar.txt"), 2, "service_id"),
        Case("trips", "daily", "", .missingValue, 2, "service_id"),
        Case("stop_times", "5:28:00", "5:28", .badTime, 2, "arrival_time"),
        Case("stop_times", "5:28:00", "5:60:00", .badTime, 2, "arrival_time"),
        Case("stop_times", "07:00:00", "05:00:00", .timesDecrease, 3, "arrival_time"),
        Case("stop_times", "07:02:00", "06:02:00", .timesDecrease, 3, "departure_time"),
        Case("stop_times", "24:10:00,24:10:00", ",", .missingEndTime, 5, "arrival_time"),
        Case("stop_times", "b,7", "m,7", .stopKind, 4, "stop_id"),
        Case("stop_times", "b,7", "b,5", .duplicateSequence, 4, "stop_sequence"),
        Case("stop_times", "b,7", "z,7", .unknownReference("stops.txt"), 4, "stop_id"),
        Case("stop_times", "752,,,b", "7,,,b", .unknownReference("trips.txt"), 4, "trip_id"),
    ]

    private static let rows = [
        Case("stops", "t,Тверь", "m,Тверь", .duplicate, 4, "stop_id"),
        Case(
            "agency",
            "Europe/Moscow",
            "Europe/Moscow\nu,u,u,Asia/Omsk",
            .differentTimeZones,
            3,
            "agency_timezone"
        ),
        Case("trips", "r,daily,752", "r,daily,1,,\nr,daily,752", .fewStops, 2, "trip_id"),
    ]

    @Test(arguments: ["agency.txt", "stops.txt", "routes.txt", "calendar.txt", "trips.txt", "stop_times.txt"])
    func `a required file that is missing is a fault`(name: String) throws {
        let faults = try FeedFolder.faults(name, nil)

        #expect(faults.contains { $0.reason == .missingFile && $0.file == name })
    }

    @Test func `an empty file has no header`() throws {
        #expect(try FeedFolder.faults("trips.txt", "").contains { $0.reason == .emptyFile })
    }

    @Test func `text in Windows-1251 is a fault`() throws {
        let folder = try FeedFolder()
        let header = "agency_id,agency_name,agency_url,agency_timezone\nrzd,"
        try folder.write(Array(header.utf8) + [0xD0, 0xC6, 0xC4] + Array(",u,UTC\n".utf8), to: "agency.txt")

        #expect(try folder.read().faults.errors.map(\.reason) == [.badEncoding])
    }

    @Test func `frequencies of one trip do not overlap`() throws {
        let table = """
            trip_id,start_time,end_time,headway_secs
            752,9:00:00,12:00:00,600
            752,6:00:00,9:00:01,600
            752,12:00:00,12:00:00,600
            """

        let faults = try FeedFolder.faults("frequencies.txt", table)

        #expect(faults.map(\.reason) == [.endBeforeStart, .overlappingFrequencies])
        #expect(faults.map(\.line) == [4, 2])
    }

    @Test func `a day that a service has twice is a fault`() throws {
        let table = "service_id,date,exception_type\ndaily,20220612,2\ndaily,20220613,2\ndaily,20220612,1\n"

        let faults = try FeedFolder.faults("calendar_dates.txt", table)

        #expect(faults.map(\.reason) == [.duplicate])
        #expect(faults.map(\.line) == [4])
    }

    @Test func `several agencies need ids, which routes name`() throws {
        let folder = try FeedFolder([
            "agency.txt": "agency_name,agency_url,agency_timezone,agency_id\na,a,UTC,a\nb,b,UTC,\n",
            "routes.txt": "route_id,route_short_name,route_type\nr,r,2\n",
        ])

        #expect(try folder.read().faults.errors.map(\.reason) == [.missingAgencyID, .missingAgencyID])
    }

    @Test func `of many faults a thousand are kept and all are counted`() throws {
        let rows = (1...5_000).map { "752,x,0\($0 % 6)0:00,nowhere\($0),\($0)" }
        let table = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"

        let faults = try FeedFolder(["stop_times.txt": table + rows.joined(separator: "\n")]).read().faults

        #expect(faults.kept.count == 1_000)
        #expect(faults.errorCount == 15_000)
        #expect(faults.restCount == 14_000)
    }

    @Test func `an error takes the room of a warning`() {
        var faults = FeedFaults(keptMax: 2)
        for reason in [FeedFault.Reason.fewStops, .fewCells, .badDate, .badTime, .badText] {
            faults.add(FeedFault(reason, file: "x"))
        }

        #expect(faults.kept.map(\.reason) == [.badDate, .badTime])
        #expect(faults.errorCount == 3 && faults.warningCount == 2 && faults.restCount == 3)
    }

    // T91
    @Test func `a fault is shown in the language of its reader`() {
        let fault = FeedFault(.badDate, file: "calendar.txt", line: 2, field: "end_date", value: "2022")

        #expect(
            fault.json(in: .ru).text
                == #"{"code":"bad-date","detail":"нужна дата","field":"end_date","file":"calendar.txt","#
                + #""line":2,"severity":"error","value":"2022"}"#
        )
        #expect(fault.json(in: .en)["detail"]?.string == "must be a date")
    }

    @Test func `a long value is shortened`() {
        let fault = FeedFault(.badDate, file: "x", value: String(repeating: "ы", count: 1_000))

        #expect(fault.value.count == FeedFault.valueLengthMax + 1)
    }
}
