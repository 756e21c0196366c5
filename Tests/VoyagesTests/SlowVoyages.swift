import Voyages

/// Searches by looking at each row for each question.
struct SlowVoyages {
    let rows: [VoyageRow]
    let now: Int64

    func found(_ filter: VoyageFilter) -> [VoyageRow] { rows.filter { $0.start > now && fits($0, filter) } }

    /// The found ids in an order, without the rule of equal ones except time and id.
    func ids(_ filter: VoyageFilter, _ sort: VoyageSort) -> [String] {
        found(filter).sorted { precedes($0, $1, sort) }.map(\.id)
    }

    private func fits(_ row: VoyageRow, _ filter: VoyageFilter) -> Bool {
        let range = filter.priceMin != nil || filter.priceMax != nil
        let ranges: [ClosedRange<Int32>] = filter.lengths.map {
            switch $0 {
            case .upTo3: 0...3
            case .from4To8: 4...8
            case .from9To12: 9...12
            case .over12: 13...1_000
            }
        }
        return (filter.kind == nil || row.kind == filter.kind)
            && (filter.cities.isEmpty || row.city.map { filter.cities.contains($0) } == true)
            && (filter.directions.isEmpty || !filter.directions.isDisjoint(with: row.directions))
            && (filter.ships.isEmpty || row.ship.map { filter.ships.contains($0) } == true)
            && (filter.classes.isEmpty || row.shipClass.map { filter.classes.contains($0) } == true)
            && (ranges.isEmpty || ranges.contains { $0.contains(row.days) })
            && (filter.firstDay.map { row.firstDay >= $0 } ?? true)
            && (filter.lastDay.map { row.firstDay <= $0 } ?? true) && row.places >= filter.tourists
            && (!range || row.price != nil) && (filter.priceMin.map { row.price ?? 0 >= $0 } ?? true)
            && (filter.priceMax.map { row.price ?? 0 <= $0 } ?? true)
            && (!filter.isDiscounted || row.percent > 0)
    }

    private func precedes(_ left: VoyageRow, _ right: VoyageRow, _ sort: VoyageSort) -> Bool {
        let byDate = (left.start, left.id) < (right.start, right.id)
        switch sort {
        case .popularDescending:
            return left.popularity == right.popularity ? byDate : left.popularity > right.popularity
        case .priceAscending, .priceDescending:
            guard let cheap = left.price, let dear = right.price else {
                return left.price == nil && right.price == nil ? byDate : left.price != nil
            }
            if cheap == dear { return byDate }
            return sort == .priceAscending ? cheap < dear : cheap > dear
        case .dateAscending: return byDate
        case .dateDescending: return left.start == right.start ? left.id < right.id : left.start > right.start
        case .discountDescending:
            return left.percent == right.percent ? byDate : left.percent > right.percent
        case .discountAscending:
            return left.percent == right.percent ? byDate : left.percent < right.percent
        }
    }

    /// The number of cruises by each value that a condition could choose.
    private func counts<Value: Hashable>(
        _ filter: VoyageFilter,
        without change: (inout VoyageFilter) -> Void,
        _ values: (VoyageRow) -> [Value]
    ) -> [Value: Int] {
        var counts: [Value: Int] = [:]
        for row in found(filter.changed(change)) {
            for value in values(row) { counts[value, default: 0] += 1 }
        }
        return counts
    }

    /// True if the facets are what one search for each of them finds.
    func agrees(with facets: VoyageFacets, of filter: VoyageFilter) -> Bool {
        let days = found(
            filter.changed {
                $0.firstDay = nil
                $0.lastDay = nil
            }
        ).map(\.firstDay)
        let prices = found(
            filter.changed {
                $0.priceMin = nil
                $0.priceMax = nil
            }
        ).compactMap(\.price)
        return facets.total == found(filter).count
            && facets.kinds.counts() == counts(filter, without: { $0.kind = nil }) { [$0.kind] }
            && facets.cities.counts()
                == counts(filter, without: { $0.cities = [] }) { [$0.city].compactMap { $0 } }
            && facets.directions.counts()
                == counts(filter, without: { $0.directions = [] }) { Array(Set($0.directions)) }
            && facets.ships.counts()
                == counts(filter, without: { $0.ships = [] }) { [$0.ship].compactMap { $0 } }
            && facets.classes.counts()
                == counts(filter, without: { $0.classes = [] }) { [$0.shipClass].compactMap { $0 } }
            && facets.lengths.counts()
                == counts(filter, without: { $0.lengths = [] }) { [VoyageLength(days: $0.days)] }
            && facets.days?.lowerBound == days.min() && facets.days?.upperBound == days.max()
            && facets.prices?.lowerBound == prices.min() && facets.prices?.upperBound == prices.max()
            && facets.discounted
                == found(filter.changed { $0.isDiscounted = false }).count { $0.percent > 0 }
            && facets.placesMax == found(filter.changed { $0.tourists = 0 }).map(\.places).max() ?? 0
    }
}

extension VoyageFilter {
    fileprivate func changed(_ change: (inout VoyageFilter) -> Void) -> VoyageFilter {
        var filter = self
        change(&filter)
        return filter
    }
}

extension Array {
    /// The values that have cruises.
    fileprivate func counts<Name>() -> [Name: Int] where Element == VoyageFacets.Value<Name> {
        Dictionary(uniqueKeysWithValues: filter { $0.count > 0 }.map { ($0.name, $0.count) })
    }
}
