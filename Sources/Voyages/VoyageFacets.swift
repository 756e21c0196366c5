/// The number of cruises that are found, and the values that each condition of the filter could choose.
///
/// The values of a condition respect every other condition of the filter, but not this one itself.
package struct VoyageFacets: Sendable, Hashable {
    /// A value that a condition could choose, with the number of its cruises.
    package struct Value<Name: Sendable & Hashable>: Sendable, Hashable {
        package let name: Name
        package let count: Int

        package init(name: Name, count: Int) {
            (self.name, self.count) = (name, count)
        }
    }

    package internal(set) var total = 0
    package internal(set) var kinds: [Value<VoyageKind>] = []
    package internal(set) var cities: [Value<String>] = []
    package internal(set) var directions: [Value<String>] = []
    package internal(set) var ships: [Value<String>] = []
    package internal(set) var classes: [Value<Int>] = []
    package internal(set) var lengths: [Value<VoyageLength>] = []
    /// The first and the last day of departure; nil if no cruise is left.
    package internal(set) var days: ClosedRange<Int32>?
    /// The least and the greatest price in kopecks; nil if no cruise with a price is left.
    package internal(set) var prices: ClosedRange<Int64>?
    /// The number of cruises with a discount.
    package internal(set) var discounted = 0
    /// The greatest number of free places on a cruise.
    package internal(set) var placesMax: Int32 = 0
}

extension VoyageIndex {
    /// Looks at each cruise once; one that fails a single condition counts for the facet of that condition.
    package func facets(_ filter: VoyageFilter, at now: Int64) -> VoyageFacets {
        let query = VoyageQuery(filter, in: self, at: now)
        var counts = VoyageCounts(self)
        for entry in entries where query.isAhead(entry) {
            let failures = query.failures(of: entry)
            if failures.isEmpty {
                counts.addEverywhere(entry)
            } else if !failures.areSeveral {
                counts.add(entry, to: failures)
            }
        }
        return counts.facets(of: self, query)
    }
}

/// The counts of facets by codes.
private struct VoyageCounts {
    private var total = 0
    private var kinds: [Int]
    private var cities: [Int]
    private var directionSets: [Int]
    private var ships: [Int]
    private var classes: [Int]
    private var lengths: [Int]
    private var firstDay = Int32.max
    private var lastDay = Int32.min
    private var priceMin = Int64.max
    private var priceMax = Int64.min
    private var discounted = 0
    private var placesMax: Int32 = 0

    init(_ index: VoyageIndex) {
        kinds = [Int](repeating: 0, count: VoyageKind.allCases.count)
        cities = [Int](repeating: 0, count: index.cities.ids.count)
        directionSets = [Int](repeating: 0, count: index.directionSets.count)
        ships = [Int](repeating: 0, count: index.ships.ids.count)
        classes = [Int](repeating: 0, count: VoyageIndex.classesMax)
        lengths = [Int](repeating: 0, count: VoyageLength.allCases.count)
    }

    @inline(__always)
    mutating func addEverywhere(_ entry: VoyageIndex.Entry) {
        total += 1
        kinds[Int(entry.kind.rawValue)] += 1
        cities[Int(entry.city)] += 1
        directionSets[Int(entry.directions)] += 1
        ships[Int(entry.ship)] += 1
        if entry.shipClass != .max { classes[Int(entry.shipClass)] += 1 }
        lengths[Int(entry.length.rawValue)] += 1
        addDay(entry)
        addPrice(entry)
        if entry.percent > 0 { discounted += 1 }
        placesMax = max(placesMax, entry.places)
    }

    mutating func add(_ entry: VoyageIndex.Entry, to facet: VoyageQuery.Conditions) {
        switch facet {
        case .kind: kinds[Int(entry.kind.rawValue)] += 1
        case .city: cities[Int(entry.city)] += 1
        case .direction: directionSets[Int(entry.directions)] += 1
        case .ship: ships[Int(entry.ship)] += 1
        case .shipClass: if entry.shipClass != .max { classes[Int(entry.shipClass)] += 1 }
        case .length: lengths[Int(entry.length.rawValue)] += 1
        case .dates: addDay(entry)
        case .price: addPrice(entry)
        case .tourists: placesMax = max(placesMax, entry.places)
        // One without a discount, which the count of discounts leaves out.
        case _: break
        }
    }

    private mutating func addDay(_ entry: VoyageIndex.Entry) {
        firstDay = min(firstDay, entry.firstDay)
        lastDay = max(lastDay, entry.firstDay)
    }

    private mutating func addPrice(_ entry: VoyageIndex.Entry) {
        guard entry.price != VoyageIndex.Entry.noPrice else { return }
        priceMin = min(priceMin, entry.price)
        priceMax = max(priceMax, entry.price)
    }

    /// Values without a cruise are left out unless the filter has chosen them.
    func facets(of index: VoyageIndex, _ query: VoyageQuery) -> VoyageFacets {
        var directions = [Int](repeating: 0, count: index.directions.ids.count)
        for (set, count) in zip(index.directionSets, directionSets) where count > 0 {
            for code in set { directions[Int(code)] += count }
        }
        var facets = VoyageFacets()
        facets.total = total
        facets.kinds = VoyageKind.allCases.map { .init(name: $0, count: kinds[Int($0.rawValue)]) }
        facets.cities = Self.values(cities, index.cities, query.cities)
        facets.directions = Self.values(directions, index.directions, query.directions)
        facets.ships = Self.values(ships, index.ships, query.ships)
        facets.classes = classes.enumerated().map { .init(name: $0.offset, count: $0.element) }
        facets.lengths = VoyageLength.allCases.map { .init(name: $0, count: lengths[Int($0.rawValue)]) }
        facets.days = firstDay <= lastDay ? firstDay...lastDay : nil
        facets.prices = priceMin <= priceMax ? priceMin...priceMax : nil
        (facets.discounted, facets.placesMax) = (discounted, placesMax)
        return facets
    }

    private static func values(
        _ counts: [Int],
        _ codes: VoyageCodes,
        _ wanted: [Bool]
    ) -> [VoyageFacets.Value<String>] {
        counts.indices.dropFirst().compactMap { code in
            guard counts[code] > 0 || (!wanted.isEmpty && wanted[code]) else { return nil }
            return .init(name: codes.ids[code], count: counts[code])
        }
    }
}
