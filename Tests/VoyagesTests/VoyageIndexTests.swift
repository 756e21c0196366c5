import TestSupport
import Testing

@testable import Voyages

/// The index against a search that looks at each row, on thousands of random catalogues.
@Suite struct VoyageIndexTests {
    /// A test that finds less on its random catalogues proves nothing.
    private static let enough = 300
    private static let now = SmallCatalogue.now

    // C42, C43, C44, C45, C47, C48, C49, C50, C51, C52, C53, C54, C55, C58, C59, C61
    @Test(arguments: 0..<8) func `a search finds what a look at each cruise finds, in each order`(
        part: UInt64
    ) {
        var count = 0
        for seed in part * 500..<(part + 1) * 500 {
            var catalogue = SmallCatalogue(seed: seed)
            let (index, filter) = (VoyageIndex(catalogue.rows), catalogue.filter())
            let slow = SlowVoyages(rows: catalogue.rows, now: Self.now)
            for sort in VoyageSort.allCases {
                let page = index.page(filter, sort, limit: 100, at: Self.now)
                #expect(page.positions.map { index.ids[Int($0)] } == slow.ids(filter, sort), "seed \(seed)")
                #expect(page.next == nil, "seed \(seed)")
            }
            count += slow.found(filter).count
        }
        #expect(count > Self.enough)
    }

    // C57, C58, C59
    @Test(arguments: 0..<8) func `a facet ignores its own condition alone`(part: UInt64) {
        for seed in part * 500..<(part + 1) * 500 {
            var catalogue = SmallCatalogue(seed: seed)
            let (index, filter) = (VoyageIndex(catalogue.rows), catalogue.filter())
            let facets = index.facets(filter, at: Self.now)
            let slow = SlowVoyages(rows: catalogue.rows, now: Self.now)
            #expect(slow.agrees(with: facets, of: filter), "seed \(seed)")
        }
    }

    // C37, C38, C39
    @Test(arguments: 0..<8) func `pages show each cruise once while others come, change and go`(
        part: UInt64
    ) {
        var count = 0
        for seed in part * 500..<(part + 1) * 500 {
            var catalogue = SmallCatalogue(seed: seed)
            let (filter, sort) = (catalogue.filter(), catalogue.sort())
            let atFirst = SlowVoyages(rows: catalogue.rows, now: Self.now).ids(filter, sort)
            var (shown, touched): ([String], Set<String>) = ([], [])
            var place: VoyagePlace?
            repeat {
                let index = VoyageIndex(catalogue.rows)
                let limit = 1 + catalogue.number(below: 4)
                let page = index.page(filter, sort, after: place, limit: limit, at: Self.now)
                #expect(page.next == nil || page.positions.count == limit, "seed \(seed)")
                shown += page.positions.map { index.ids[Int($0)] }
                place = page.next
                if place != nil { touched.formUnion(catalogue.change()) }
            } while place != nil && shown.count < 200
            // What nobody has touched is there once, and in its order.
            let untouched = shown.filter { !touched.contains($0) }
            #expect(untouched == atFirst.filter { !touched.contains($0) }, "seed \(seed)")
            count += untouched.count
        }
        #expect(count > Self.enough)
    }

    // C61
    @Test func `the next departure is the first one ahead`() {
        let rows = [30, 10, 20, 20].enumerated().map {
            VoyageRow(id: "\($0)", kind: .river, start: Int64($1), firstDay: 0, days: 1)
        }
        let index = VoyageIndex(rows)
        #expect([0, 10, 19, 20, 30].map { index.nextDeparture(after: $0) } == [10, 20, 20, 30, nil])
        #expect(index.facets(VoyageFilter(), at: 19).total == 3)
        #expect(index.facets(VoyageFilter(), at: 20).total == 1)
    }

    // C55
    @Test func `places that are taken leave a cruise to fewer people`() {
        var row = VoyageRow(id: "a", kind: .river, start: 1, firstDay: 0, days: 1)
        row.places = 5
        let index = VoyageIndex([row]).with(places: ["a": 2, "b": 9])
        var filter = VoyageFilter()
        let found = (1...3).map { (tourists: Int32) in
            filter.tourists = tourists
            return index.facets(filter, at: 0).total
        }
        #expect(found == [1, 1, 0])
        #expect(index.facets(filter, at: 0).placesMax == 2)
    }

    // C57
    @Test func `the values of a facet are in the order that is given`() {
        let rows = ["b", "c", "a"].map { city in
            var row = VoyageRow(id: city, kind: .river, start: 1, firstDay: 0, days: 1)
            row.city = city
            return row
        }
        let index = VoyageIndex(rows, cities: ["c", "none", "a", "b"])
        #expect(index.facets(VoyageFilter(), at: 0).cities.map(\.name) == ["c", "a", "b"])
        var filter = VoyageFilter()
        (filter.cities, filter.kind) = (["none", "c"], .sea)
        #expect(
            index.facets(filter, at: 0).cities == [.init(name: "c", count: 0), .init(name: "none", count: 0)]
        )
    }

    @Test func `extreme numbers are sorted, too`() {
        let values: [Int64] = [.min, -1, 0, 1, .max]
        let rows = values.enumerated().map { number, value in
            var row = VoyageRow(id: "\(number)", kind: .sea, start: value, firstDay: .min, days: .max)
            (row.popularity, row.price, row.percent) = (value, value, Int(value))
            (row.shipClass, row.places) = (Int(value), .min)
            return row
        }
        let index = VoyageIndex(rows)
        for sort in VoyageSort.allCases {
            let page = index.page(VoyageFilter(), sort, limit: 2, at: .min)
            let next = index.page(VoyageFilter(), sort, after: page.next, limit: 9, at: .min)
            #expect(Set(page.positions + next.positions).count == 5, "\(sort)")
        }
        var filter = VoyageFilter()
        (filter.tourists, filter.priceMin, filter.priceMax) = (.min, .max, .min)
        filter.classes = [.min, -1, 64, .max]
        #expect(index.facets(filter, at: 0).total == 0)
    }
}
