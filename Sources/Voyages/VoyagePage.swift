/// A place in an order: the keys and the id of the last cruise before it.
///
/// It holds when cruises come and go, because it names no position.
package struct VoyagePlace: Sendable, Hashable {
    package let first: Int64
    package let second: Int64
    package let id: String

    package init(first: Int64, second: Int64, id: String) {
        (self.first, self.second, self.id) = (first, second, id)
    }
}

/// Some cruises in an order.
package struct VoyagePage: Sendable, Hashable {
    /// Positions in the index.
    package let positions: [Int32]
    /// The place from which the next page begins; nil on the last page.
    package let next: VoyagePlace?
}

extension VoyageIndex {
    /// The first cruises that fit the filter, or those after a place.
    package func page(
        _ filter: VoyageFilter,
        _ sort: VoyageSort,
        after place: VoyagePlace? = nil,
        limit: Int,
        at now: Int64
    ) -> VoyagePage {
        let query = VoyageQuery(filter, in: self, at: now)
        let order = order(sort)
        var positions: [Int32] = []
        var index = place.map { self.index(after: $0, in: order, sort) } ?? 0
        while index < order.count {
            let position = order[index]
            index += 1
            guard query.fits(entries[Int(position)]) else { continue }
            if positions.count == limit {
                return VoyagePage(positions: positions, next: positions.last.map { self.place(of: $0, sort) })
            }
            positions.append(position)
        }
        return VoyagePage(positions: positions, next: nil)
    }

    private func place(of position: Int32, _ sort: VoyageSort) -> VoyagePlace {
        let keys = sort.keys(of: entries[Int(position)])
        return VoyagePlace(first: keys.first, second: keys.second, id: ids[Int(position)])
    }
}
