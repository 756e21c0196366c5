import Core
import Foundation
import Testing

@testable import Feeds

struct RunsReaderTests {
    static let small = """
        uid;number;title;transport_type;carrier;days;start_date;end_date;except_dates;extra_dates;\
        stop;arrival;departure;platform;terminal
        752_1;752А;Москва — Петербург;train;680;12345;2022-06-01;2022-06-30;\
        2022-06-13|2022-06-14;2022-07-02;s1;;5:28;3;
        752_1;752А;;;;;;;;;s2;7:00;07:02:30;;
        752_1;;;;;;;;;;s3;25:10;;;B
        6000;6000;;suburban;;;;;;2022-06-01;s3;;10:00;;
        6000;;;;;;;;;;s1;11:00;;;
        """

    private let folder: FeedFolder

    init() throws {
        folder = try FeedFolder()
    }

    private func read(_ text: String, _ reader: RunsReader = RunsReader()) throws -> RunsReading {
        try folder.write(Array(text.utf8), to: "runs.csv")
        return try reader.read(folder.path + "/runs.csv")
    }

    // T91, T95
    @Test func `runs are read with their days and stops`() throws {
        let reading = try read(Self.small)

        let runs = try #require(reading.runs)
        #expect(reading.faults.kept == [])
        #expect(runs.map(\.uid) == ["752_1", "6000"])
        #expect(runs[0].carrier == 680)
        #expect(runs[0].weekdays == 0b11111)
        #expect(runs[0].exceptDates.map(\.iso) == ["2022-06-13", "2022-06-14"])
        #expect(runs[0].extraDates.map(\.iso) == ["2022-07-02"])
        #expect(runs[0].stops.map(\.arrival) == [nil, 25_200, 90_600])
        #expect(runs[0].stops.map(\.departure) == [19_680, 25_350, nil])
        #expect(runs[0].stops.map(\.terminal) == ["", "", "B"])
        #expect(runs[1].start == nil)
    }

    // T91, T94
    @Test(arguments: [
        ("752А;;;;;;;;;s2", "752А;x;;;;;;;;s2", FeedFault.Reason.differentHead, 3, "title"),
        ("7:00;", "5:00;", .timesDecrease, 3, "arrival"),
        ("7:00;", "7:0;", .badTime, 3, "arrival"),
        ("07:02:30", "", .missingValue, 3, "departure"),
        (";5:28;", ";;", .missingValue, 2, "departure"),
        ("12345", "12348", .badWeekdays, 2, "days"),
        ("2022-06-30", "", .missingValue, 2, "end_date"),
        ("2022-06-30", "2022-05-30", .endBeforeStart, 2, "end_date"),
        ("2022-06-14", "14.06.2022", .badDateList, 2, "except_dates"),
        ("train", "tram", .badChoice(StationsList.transportTypes), 2, "transport_type"),
        ("680", "S7", .badNumber(0...2_147_483_647), 2, "carrier"),
        ("752_1;;;", "752_2;;;", .shortRun, 4, "uid"),
        ("6000;;;;;;;;;;s1", "752_1;;;;;;;;;;s1", .scattered, 6, "uid"),
        ("stop;", "station;", .missingColumn, 1, "stop"),
    ])
    func `a bad row is told with its line and column`(
        old: String,
        new: String,
        reason: FeedFault.Reason,
        line: Int,
        field: String
    ) throws {
        let reading = try read(Self.small.replacing(old, with: new))

        let fault = try #require(
            reading.faults.errors.first { $0.reason == reason && $0.line == line }
        )
        #expect(fault.field == field)
        #expect(reading.runs == nil)
    }

    @Test func `codes that are not known are faults`() throws {
        let reader = RunsReader(isStop: { $0 != "s2" }, isCarrier: { $0 != 680 })

        let faults = try read(Self.small, reader).faults.errors

        #expect(faults.map(\.reason) == [.unknownCode, .unknownCode])
        #expect(faults.map(\.value) == ["680", "s2"])
    }

    @Test func `runs that are written read back equal`() throws {
        let runs = try #require(try read(Self.small).runs)
        var writer = RunsWriter()
        for run in runs { writer.add(run) }

        #expect(try read(String(decoding: writer.take(), as: UTF8.self)).runs == runs)
    }
}
