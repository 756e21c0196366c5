import Foundation
import Storage
import Testing

struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"),
        (1, "1970-01-01T00:00:00.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
        (1_715_594_400_123_456, "2024-05-13T10:00:00.123456Z"),
        (-2_203_891_200_000_000, "1900-03-01T00:00:00.000000Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ])
    func `a moment is written and read`(microseconds: Int64, text: String) throws {
        let timestamp = try #require(Timestamp(microseconds: microseconds))

        #expect(timestamp.description == text)
        #expect(Timestamp(text) == timestamp)
    }

    @Test(arguments: [
        ("2024-05-13T10:00:00Z", "2024-05-13T10:00:00.000000Z"),
        ("2024-05-13 10:00:00+00", "2024-05-13T10:00:00.000000Z"),
        ("2024-05-13t10:00:00.5z", "2024-05-13T10:00:00.500000Z"),
        ("2024-05-13T10:00:00.1234567899Z", "2024-05-13T10:00:00.123456Z"),
        ("2024-05-13T10:00Z", "2024-05-13T10:00:00.000000Z"),
        ("2024-05-13T13:00:00+03:00", "2024-05-13T10:00:00.000000Z"),
        ("2024-05-13T00:30:00+0530", "2024-05-12T19:00:00.000000Z"),
        ("2024-12-31T23:00:00-02", "2025-01-01T01:00:00.000000Z"),
    ])
    func `other forms are read as the same moment`(text: String, canonical: String) {
        #expect(Timestamp(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "2024-05-13", "2024-05-13T10:00:00", "2024-02-30T10:00:00Z", "2023-02-29T00:00:00Z",
        "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-05-13T24:00:00Z", "2024-05-13T10:60:00Z",
        "2024-05-13T10:00:60Z", "2024-05-13T10:00:00.Z", "2024-05-13T10:00:00Zx", "24-05-13T10:00:00Z",
        "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "２０２４-05-13T10:00:00Z",
        "2024-05-13 10:00:00+00 BC", "infinity",
    ])
    func `anything else is refused`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `the years 1 to 9999 are all there is`() {
        #expect(Timestamp(microseconds: Timestamp.earliest.microseconds - 1) == nil)
        #expect(Timestamp(microseconds: Timestamp.latest.microseconds + 1) == nil)
        #expect(Timestamp(microseconds: .min) == nil)
        #expect(Timestamp(seconds: .max) == nil)
        #expect(Timestamp.latest.advanced(by: .microseconds(1)) == .latest)
        #expect(Timestamp.latest.advanced(by: .seconds(1)) == .latest)
        #expect(Timestamp.earliest.advanced(by: .microseconds(-1)) == .earliest)
        #expect(Timestamp.earliest.advanced(by: .seconds(-1)) == .earliest)
        #expect(Timestamp.earliest.advanced(by: .seconds(Int64.max)) == .latest)
    }

    @Test func `a moment is moved to the microsecond`() throws {
        let start = try #require(Timestamp("2024-02-28T23:59:59.999999Z"))

        #expect(start.advanced(by: .microseconds(1)).description == "2024-02-29T00:00:00.000000Z")
        #expect(start.advanced(by: .microseconds(-999_999)).description == "2024-02-28T23:59:59.000000Z")
        #expect(start.advanced(by: .seconds(86_400)).description == "2024-02-29T23:59:59.999999Z")
        #expect(start.advanced(by: .zero) == start)
        #expect(
            Timestamp.latest.advanced(by: .microseconds(-1)).microseconds == Timestamp.latest.microseconds - 1
        )
    }

    @Test func `whole seconds are rounded down, before 1970 too`() {
        #expect(Timestamp(microseconds: 1_999_999)?.seconds == 1)
        #expect(Timestamp(microseconds: -1)?.seconds == -1)
        #expect(Timestamp(microseconds: -1_000_000)?.seconds == -1)
    }

    @Test func `days are counted over every leap year`() throws {
        var day = try #require(CivilDate("0001-01-01")).daysSince1970
        for year in Int64(1)...9999 {
            let newYear = try #require(CivilDate(year: year, month: 1, day: 1))
            #expect(newYear.daysSince1970 == day)
            day += CivilDate(year: year, month: 2, day: 29) == nil ? 365 : 366
        }
        #expect(CivilDate("1900-02-29") == nil)
        #expect(CivilDate("2000-02-29")?.description == "2000-02-29")
    }

    @Test func `random moments agree with Foundation`() throws {
        // Earlier calendars of Foundation are inconsistent about the reform of 1582.
        let seconds: ClosedRange<Int64> = -12_000_000_000...Timestamp.latest.seconds

        for _ in 0..<2000 {
            let moment = try #require(Timestamp(seconds: .random(in: seconds)))
            let text = Date(timeIntervalSince1970: Double(moment.seconds)).ISO8601Format()

            #expect(moment.description == text.replacing("Z", with: ".000000Z"))
            #expect(Timestamp(text) == moment)
        }
    }

    @Test func `random moments come back from their text`() throws {
        let microseconds = Timestamp.earliest.microseconds...Timestamp.latest.microseconds

        for _ in 0..<2000 {
            let moment = try #require(Timestamp(microseconds: .random(in: microseconds)))

            #expect(Timestamp(moment.description) == moment)
        }
    }

    @Test(arguments: [
        "", "2024", "2024-02", "2024-02-30", "2100-02-29", "2024-2-3", "2024/02/03", "2024-02-03T",
        "-001-01-01", "0000-01-01", "2024-04-31", "2024-13-01", "2024-00-01", "2024-01-00", "20240203",
    ])
    func `what is no day is refused`(text: String) {
        #expect(CivilDate(text) == nil)
    }
}
