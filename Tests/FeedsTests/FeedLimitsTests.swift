import Testing

@testable import Feeds

struct FeedLimitsTests {
    @Test func `more rows than allowed are refused`() throws {
        var limits = FeedLimits()
        limits.rowsMax = 4
        limits.stopTimesMax = 3

        let faults = try FeedFolder().read(limits: limits).faults

        #expect(faults.errors.contains { $0.reason == .tooManyRows(max: 4) && $0.file == "stops.txt" })
        #expect(faults.errors.contains { $0.reason == .tooManyRows(max: 3) && $0.file == "stop_times.txt" })
    }

    @Test func `a quote that never closes ends at the longest line`() throws {
        var limits = FeedLimits()
        limits.lineLengthMax = 1_000
        let folder = try FeedFolder()
        let rows = String(repeating: "r,daily,x,Тверь,0\n", count: 100_000)
        try folder.write(Array("route_id,service_id,trip_id\nr,daily,\"752\n\(rows)".utf8), to: "trips.txt")

        let faults = try folder.read(limits: limits).faults

        #expect(faults.errors.first?.reason == .lineTooLong(max: 1_000))
        #expect(faults.errors.first?.line == 2)
    }

    @Test func `columns, text and files have bounds`() throws {
        var limits = FeedLimits()
        limits.columnsMax = 5
        #expect(try reasons(limits).contains(.tooManyColumns(max: 5)))

        limits = FeedLimits()
        limits.textSizeMax = 20
        #expect(try reasons(limits).contains(.tooMuchText))

        limits = FeedLimits()
        limits.filesMax = 3
        #expect(try reasons(limits) == [.tooManyFiles(max: 3)])

        limits = FeedLimits()
        limits.unpackedSizeMax = 100
        #expect(try reasons(limits) == [.tooLarge(max: 100)])
    }

    private func reasons(_ limits: FeedLimits) throws -> [FeedFault.Reason] {
        try FeedFolder().read(limits: limits).faults.errors.map(\.reason)
    }
}
