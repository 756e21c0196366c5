import Testing

@testable import Feeds

struct CellValueTests {
    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test(arguments: [
        ("0:00:00", 0), ("7:05:09", 25_509), ("25:10:00", 90_600), ("168:00:00", 604_800), ("7:5:09", nil),
        ("07:60:00", nil), ("07:00:60", nil), ("07:00", nil), ("", nil), (":00:00", nil), ("1000:00:00", nil),
        ("-1:00:00", nil), ("07:00:00:00", nil), ("07:00:000", nil),
    ])
    func `times are hours, minutes and seconds`(text: String, seconds: Int32?) {
        #expect(CellValue.time(bytes(text)) == seconds)
    }

    @Test(arguments: [("7:05", 25_500), ("25:10", 90_600), ("7:05:09", 25_509), ("7", nil), ("7:5", nil)])
    func `some times have no seconds`(text: String, seconds: Int32?) {
        #expect(CellValue.time(bytes(text), allowsMinutes: true) == seconds)
    }

    @Test(arguments: [
        ("55.776", 55.776), ("-0.5", -0.5), ("1e-05", 0.00001), (".5", 0.5), ("+3", 3.0), ("", nil),
        ("-", nil),
        ("1.2.3", nil), ("nan", nil), ("inf", nil), ("1e999", nil), ("0x10", nil), ("1,5", nil),
        ("37.6176331234567891", 37.6176331234567891),
    ])
    func `decimals are read exactly`(text: String, number: Double?) {
        #expect(CellValue.decimal(bytes(text)) == number)
    }

    @Test(arguments: [
        ("0", 0), ("-5", -5), ("+5", 5), ("007", 7), ("", nil), ("-", nil), ("5a", nil), ("1.0", nil),
        ("9223372036854775808", nil), ("-9223372036854775808", nil),
    ])
    func `whole numbers have at most 18 digits`(text: String, number: Int?) {
        #expect(CellValue.integer(bytes(text)) == number)
    }

    @Test(arguments: [
        ("20240229", "2024-02-29"), ("2024-02-29", "2024-02-29"), ("20230229", nil), ("20220100", nil),
        ("20221301", nil), ("18991231", nil), ("2022-1-01", nil), ("2022010", nil), ("2022/01/01", nil),
    ])
    func `dates are days of the calendar`(text: String, date: String?) {
        #expect(CellValue.date(bytes(text))?.iso == date)
    }

    @Test func `the random decimals of a feed are read exactly`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let number = Double.random(in: -180...180, using: &generator)
            #expect(CellValue.decimal(bytes("\(number)")) == number)
        }
    }
}
