import Core
import Foundation
import Storage
import Testing

@testable import Web

/// Times formatted for people, and typed by people.
struct HumanTimeTests {
    let time = HumanTime(
        zone: Zone("Asia/Yekaterinburg") ?? .utc,
        language: .ru,
        now: Timestamp("2026-11-20T19:30:00Z") ?? .earliest
    )

    @Test func `days are those of the zone`() throws {
        let moment = try #require(Timestamp("2026-11-21T18:59:00Z"))
        #expect(time.day(moment) == "21\u{A0}ноября")
        #expect(time.moment(moment) == "сегодня, 23:59")
        #expect(time.days(until: try #require(Timestamp("2026-11-21T19:00:00Z"))) == 1)
        #expect(time.shortDay(try #require(Timestamp("2027-01-05T00:00:00Z"))) == "5\u{A0}янв\u{A0}2027")
        #expect(time.weekday(moment) == "суббота")
        #expect(time.zoneName == "UTC+5")
    }

    @Test func `an exact time has the day unless that is today`() throws {
        #expect(time.exact(try #require(Timestamp("2026-11-21T18:59:07.004999Z"))) == "23:59:07.004")
        let tomorrow = try #require(Timestamp("2026-11-21T19:00:00Z"))
        #expect(time.exact(tomorrow) == "22\u{A0}ноя, 00:00:00.000")
    }

    // In Berlin the clock went back in the night of 25 October 2026, and forward on 29 March.
    @Test(arguments: [
        ("2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", 1),
        ("2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", 0),
        ("2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 1),
        ("2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", 0),
        ("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 1),
        ("2026-03-29T22:00:00Z", "2026-03-28T22:59:59Z", -2),
        ("1969-12-31T22:59:59Z", "1969-12-31T23:00:00Z", 1),
    ])
    func `midnights are counted, also where the clock changes`(now: String, moment: String, days: Int) throws
    {
        let zone = try #require(Zone("Europe/Berlin"))
        let time = HumanTime(zone: zone, language: .ru, now: try #require(Timestamp(now)))
        #expect(time.days(until: try #require(Timestamp(moment))) == days)
    }

    @Test func `what a field holds is read in the zone`() throws {
        let moment = try #require(Timestamp("2026-11-25T05:00:00Z"))
        #expect(time.field(moment) == "2026-11-25T10:00")
        #expect(time.moment(ofField: "2026-11-25T10:00") == moment)
        #expect(time.moment(ofField: "2026-11-25T10:00:00") == moment)
    }

    @Test(arguments: [
        "", "2026", "2026-02-30T10:00", "2026-11-25T25:00", "99999999999999999999-01-01T00:00",
        "999999-01-01T00:00",
        "a-b-cTd:e", "2026-11-25T10:00:00:00", String(repeating: "1-", count: 1000),
    ])
    func `what is no moment is none`(text: String) {
        #expect(time.moment(ofField: text) == nil)
    }

    @Test(arguments: [
        (1, "1\u{A0}запись"), (3, "3\u{A0}записи"), (11, "11\u{A0}записей"), (22, "22\u{A0}записи"),
    ])
    func `a number agrees with its word`(number: Int, text: String) {
        #expect(counted(number, .ru, ru: ("запись", "записи", "записей"), en: ("one", "many")) == text)
    }
}
