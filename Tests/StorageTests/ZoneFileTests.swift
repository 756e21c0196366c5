import Foundation
import Testing

@testable import Storage

struct ZoneFileTests {
    private static let folder = "/usr/share/zoneinfo/"

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", ["2060-03-28T01:00:00Z", "2060-10-31T01:00:00Z"]),
        ("EST5EDT,M3.2.0,M11.1.0", ["2060-03-14T07:00:00Z", "2060-11-07T06:00:00Z"]),
        // Winter time is the exception in Ireland.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2060-03-28T01:00:00Z", "2060-10-31T01:00:00Z"]),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", ["2060-04-03T15:00:00Z", "2060-10-02T15:30:00Z"]),
        ("AAA3BBB,J60/0,364/-1", ["2060-03-01T03:00:00Z", "2060-12-30T01:00:00Z"]),
    ])
    func `a rule has the changes of a year`(rule: String, moments: [String]) throws {
        let rule = try #require(ZoneRule(rule))

        #expect(rule.changes(in: 2060).map(\.instant) == moments.compactMap { Timestamp($0)?.seconds })
    }

    @Test(arguments: [
        "", "MSK-3", "CET-1CEST", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,J0,J366",
        "CET-1CEST,M3.5.0,M10.5.0/x", "1,2,3", "CET-999CEST,M3.5.0,M10.5.0", "<CET-1,J1,J2",
    ])
    func `another text is no rule`(text: String) {
        #expect(ZoneRule(text) == nil)
    }

    @Test func `a file that is cut or damaged anywhere is refused or read, and never ends the program`()
        throws
    {
        let data = try Data(contentsOf: URL(filePath: Self.folder + "Europe/Moscow"))
        let whole = try #require(ZoneFile(data))

        for count in 0..<data.count { _ = ZoneFile(data.prefix(count)) }
        for index in data.indices {
            var damaged = data
            damaged[index] ^= 0xFF
            if let file = ZoneFile(damaged) { #expect(file.offsets.count == file.changes.count + 1) }
        }

        #expect(whole.offsets.count == whole.changes.count + 1)
        #expect(ZoneFile(data.prefix(100)) == nil)
    }
}
