import TestSupport
import Testing

@testable import Voyages

/// A catalogue as large as the contract asks for.
struct VoyageSpeedTests {
    // C62
    @Test func `a search among ten thousand cruises takes less than 300 ms, even without optimisation`() {
        var random = SeededRandom(seed: 62)
        let index = VoyageIndex((0..<10_000).map { Self.row($0, &random) })
        var times: [Duration] = []
        for number in 0..<21 {
            var filter = VoyageFilter()
            filter.cities = ["city\(number)", "city7"]
            filter.priceMax = Int64(number) * 1_000_000
            let start = ThreadTime.now
            let facets = index.facets(filter, at: 0)
            let page = index.page(filter, random.pick(VoyageSort.allCases), limit: 20, at: 0)
            times.append(ThreadTime.now - start)
            #expect(page.positions.count == min(20, facets.total))
        }
        #expect(times.sorted()[10] < .milliseconds(300), "\(times)")
        // Without the ids, which the published cruises have anyway.
        #expect(index.size / index.count < 200, "\(index.size / index.count) bytes for a cruise")
    }

    private static func row(_ number: Int, _ random: inout SeededRandom) -> VoyageRow {
        let day = Int32(1 + random.below(400))
        var row = VoyageRow(
            id: "\(random.next())",
            kind: random.pick(VoyageKind.allCases),
            start: Int64(day) * 86_400,
            firstDay: day,
            days: Int32(1 + random.below(20))
        )
        (row.ship, row.city) = ("ship\(random.below(150))", "city\(random.below(80))")
        row.directions = ["direction\(random.below(30))", "direction\(random.below(30))"]
        row.shipClass = random.below(5)
        row.price = Int64(random.below(20_000_000))
        (row.percent, row.places) = (random.below(30), Int32(random.below(200)))
        return row
    }
}
