import Foundation
import Storage
import Testing

struct ZoneTests {
    private static let names = [
        "UTC", "Europe/Moscow", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo",
        "Asia/Kolkata", "Asia/Tehran", "Australia/Lord_Howe", "Pacific/Apia",
    ]

    /// Foundation has tables of its own, so that this is another opinion.
    @Test(arguments: names)
    func `each change from 1970 to 2060 is that of Foundation`(name: String) throws {
        let zone = try #require(Zone(name))
        let other = try #require(TimeZone(identifier: name))
        var faults: [Int64] = []
        let end = Date(timeIntervalSince1970: 90 * 365.25 * 86_400)
        var date: Date? = Date(timeIntervalSince1970: 0)

        while let moment = date, moment < end {
            for instant in [moment.addingTimeInterval(-1), moment, moment.addingTimeInterval(86_400)] {
                let seconds = Int64(instant.timeIntervalSince1970)
                if zone.offset(at: seconds) != Int64(other.secondsFromGMT(for: instant)) {
                    faults.append(seconds)
                }
            }
            date = other.nextDaylightSavingTimeTransition(after: moment)
        }

        #expect(faults == [])
    }

    @Test func `a time that comes twice is the first, and one that is skipped moves forward`() throws {
        let zone = try #require(Zone("Europe/Berlin"))
        let twice = try #require(Timestamp("2026-10-25T02:30:00Z")).seconds
        let never = try #require(Timestamp("2026-03-29T02:30:00Z")).seconds
        let plain = try #require(Timestamp("2026-07-01T12:00:00Z")).seconds

        #expect(zone.instant(local: twice) == Timestamp("2026-10-25T00:30:00Z")?.seconds)
        #expect(zone.instant(local: never) == Timestamp("2026-03-29T01:30:00Z")?.seconds)
        #expect(zone.instant(local: plain) == Timestamp("2026-07-01T10:00:00Z")?.seconds)
        #expect(zone.local(zone.instant(local: plain)) == plain)
    }

    @Test func `a day begins at midnight of the zone, before 1970 too`() throws {
        let zone = try #require(Zone("Asia/Kolkata"))

        #expect(zone.day(at: -19_800) == 0)
        #expect(zone.day(at: -19_801) == -1)
        #expect(zone.base(of: 0) == -19_800)
    }

    @Test(arguments: [
        "", "Europe", "Europe/Nowhere", "/etc/passwd", "../../../etc/passwd", "tzdata.zi", "leapseconds",
        "Europe/Moscow\0", String(repeating: "a", count: 65),
    ])
    func `any other file is no zone`(name: String) {
        #expect(Zone(name) == nil)
        #expect(!Zone.exists(name))
    }
}
