import Testing

@testable import Feeds

struct FeedDateTests {
    @Test func `a day goes to a number and back`() {
        for days in Int32(-25_000)...84_000 {
            let date = FeedDate(days: days)
            let read = CellValue.date(Array(date.compact.utf8)[...])
            guard FeedDate.years.contains(Int(date.compact.prefix(4)) ?? 0) else { continue }
            #expect(read == date)
        }
    }
}
