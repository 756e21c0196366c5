import Core
import Foundation
import Storage
import Testing

@testable import vitrina

struct ClockTests {
    private let clock: vitrina.Clock

    init() throws {
        let zone = try #require(Zone("Europe/Moscow"))
        clock = Clock(zone: zone, now: try #require(Timestamp("2026-11-21T20:30:15Z")))
    }

    // It is half past eleven at night in Moscow, so tomorrow begins on different days in UTC and in the mall.
    @Test(arguments: [
        ("2026-11-22T10:00:00Z", "2026-11-22T10:00:00Z"),
        ("2026-11-22T10:00:00+05:00", "2026-11-22T05:00:00Z"),
        ("2026-11-22 10:00", "2026-11-22T07:00:00Z"), ("2026-11-22T10:00", "2026-11-22T07:00:00Z"),
        ("2026-11-22 10:00:30", "2026-11-22T07:00:30Z"), ("2026-11-22", "2026-11-21T21:00:00Z"),
        ("now", "2026-11-21T20:30:15Z"), ("today 18:00", "2026-11-21T15:00:00Z"),
        ("tomorrow 10:00", "2026-11-22T07:00:00Z"), ("Tomorrow", "2026-11-21T21:00:00Z"),
        ("завтра 10:00", "2026-11-22T07:00:00Z"), ("yesterday 9:05", "2026-11-20T06:05:00Z"),
        ("+3d", "2026-11-24T20:30:15Z"), ("+3d 12:00", "2026-11-24T09:00:00Z"),
        ("-1w", "2026-11-14T20:30:15Z"), ("+2h", "2026-11-21T22:30:15Z"), ("-30m", "2026-11-21T20:00:15Z"),
        ("+0d 00:00", "2026-11-20T21:00:00Z"),
    ])
    func `what people type is read in the time zone`(text: String, moment: String) {
        #expect(clock.timestamp(text) == Timestamp(moment))
    }

    @Test(arguments: [
        "", "never", "25:00", "2026-02-30", "2026-11-22 24:00", "2026-11-22 10", "tomorrow 10:60", "+d",
        "+3y",
        "now 10:00", "+2h 10:00", "3d", "tomorrow 10:00 sharp", "+99999999d", "10:00",
    ])
    func `anything else is no moment`(text: String) {
        #expect(clock.timestamp(text) == nil)
    }

    @Test func `a day keeps its hour over a change of the clocks`() throws {
        let zone = try #require(Zone("Europe/Berlin"))
        let clock = Clock(zone: zone, now: try #require(Timestamp("2026-03-28T09:00:00Z")))

        #expect(clock.timestamp("+1d") == Timestamp("2026-03-29T08:00:00Z"))
        #expect(clock.timestamp("+24h") == Timestamp("2026-03-29T09:00:00Z"))
        #expect(clock.timestamp("+1d 10:00") == Timestamp("2026-03-29T08:00:00Z"))
    }

    @Test func `a moment is shown in the time zone`() throws {
        #expect(clock.text(try #require(Timestamp("2026-11-21T21:00:59.999Z"))) == "2026-11-22 00:00")
        #expect(clock.text("2026-11-21T21:00:00Z") == "2026-11-22 00:00")
        #expect(clock.text(.null).isEmpty)
    }
}
