import TestSupport

@testable import Voyages

/// A random catalogue of a few cruises, with few values, so that cruises share them.
struct SmallCatalogue {
    static let now: Int64 = 1_000

    private(set) var random: SeededRandom
    private(set) var rows: [VoyageRow] = []
    private var added = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let count = random.below(24)
        for _ in 0..<count { add() }
    }

    mutating func add() {
        // Ids in no order, as if they were random.
        let id = "\(random.pick(["a", "b", "c", "d"]))\(added)"
        added += 1
        rows.append(row(id))
    }

    /// Changes the catalogue as staff do while an app pages; answers the ids of the cruises that are touched.
    mutating func change() -> Set<String> {
        var touched: Set<String> = []
        for _ in 0..<random.below(4) {
            guard !rows.isEmpty, random.below(3) > 0 else {
                add()
                touched.formUnion(rows.suffix(1).map(\.id))
                continue
            }
            let index = random.below(rows.count)
            touched.insert(rows[index].id)
            if random.below(2) == 0 { rows.remove(at: index) } else { rows[index] = row(rows[index].id) }
        }
        return touched
    }

    private mutating func row(_ id: String) -> VoyageRow {
        let start = Self.now + Int64(random.below(8) * 50_000) - 50_000
        var row = VoyageRow(
            id: id,
            kind: random.pick(VoyageKind.allCases),
            start: start,
            firstDay: Int32(start / 86_400),
            days: Int32(1 + random.below(15))
        )
        row.ship = random.pick([nil, "aurora", "volga", "neva"])
        row.shipClass = random.pick([nil, 0, 1, 4, 7])
        row.city = random.pick([nil, "kazan", "samara", "perm"])
        row.directions = ["golden", "north", "south"].filter { _ in random.below(3) == 0 }
        row.popularity = Int64(random.below(3))
        row.price = random.pick([nil, 0, 100, 200, 300])
        row.percent = random.pick([0, 0, 10, 20])
        row.places = Int32(random.below(5))
        return row
    }

    mutating func filter() -> VoyageFilter {
        var filter = VoyageFilter()
        if random.below(5) == 0 { filter.kind = random.pick(VoyageKind.allCases) }
        if random.below(3) == 0 { filter.cities = some(["kazan", "samara", "perm", "atlantis"]) }
        if random.below(3) == 0 { filter.directions = some(["golden", "north", "south", "down"]) }
        if random.below(3) == 0 { filter.ships = some(["aurora", "volga", "titanic"]) }
        if random.below(3) == 0 { filter.classes = some([0, 1, 4]) }
        if random.below(3) == 0 { filter.lengths = some(VoyageLength.allCases) }
        if random.below(3) == 0 { filter.firstDay = Int32(random.below(4)) }
        if random.below(3) == 0 { filter.lastDay = Int32(random.below(5)) }
        if random.below(3) == 0 { filter.tourists = Int32(random.below(5)) }
        if random.below(3) == 0 { filter.priceMin = Int64(random.below(4) * 100) }
        if random.below(3) == 0 { filter.priceMax = Int64(random.below(4) * 100) }
        filter.isDiscounted = random.below(5) == 0
        return filter
    }

    mutating func number(below bound: Int) -> Int { random.below(bound) }

    mutating func sort() -> VoyageSort { random.pick(VoyageSort.allCases) }

    private mutating func some<Value: Hashable>(_ values: [Value]) -> Set<Value> {
        Set((0..<1 + random.below(2)).map { _ in random.pick(values) })
    }
}
