/// All cruises of a catalogue in memory, as arrays whose links are positions.
///
/// It never changes; a new one takes its place. Positions are in the order of the ids.
package struct VoyageIndex: Sendable {
    /// The number of classes that a filter may tell apart.
    package static let classesMax = 8

    /// The rows of a search, in one piece of memory.
    struct Entry: Sendable {
        /// In place of a price on request.
        static let noPrice: Int64 = -1

        let start: Int64
        let price: Int64
        let popularity: Int64
        let firstDay: Int32
        let city: Int32
        let ship: Int32
        /// The position of its set of directions.
        let directions: Int32
        var places: Int32
        let shipClass: UInt8
        let length: VoyageLength
        let kind: VoyageKind
        let percent: UInt8

        var givenPrice: Int64? { price == Self.noPrice ? nil : price }
    }

    package let ids: [String]
    private(set) var entries: [Entry]
    package private(set) var cities = VoyageCodes()
    package private(set) var directions = VoyageCodes()
    package private(set) var ships = VoyageCodes()
    /// The different sets of directions that cruises have.
    let directionSets: [[Int32]]
    /// The positions in each order of `VoyageSort`.
    private let orders: [VoyageSort: [Int32]]
    /// The departures, each once, in their order.
    private let starts: [Int64]

    /// Of several rows with one id the first counts.
    ///
    /// Facets have cities, directions and ships in the order of these ids; others come after them.
    package init(
        _ rows: [VoyageRow],
        cities knownCities: [String] = [],
        directions knownDirections: [String] = [],
        ships knownShips: [String] = []
    ) {
        let sorted = rows.enumerated().sorted {
            ($0.element.id, $0.offset) < ($1.element.id, $1.offset)
        }.map(\.element)
        var (ids, entries): ([String], [Entry]) = ([], [])
        ids.reserveCapacity(sorted.count)
        entries.reserveCapacity(sorted.count)
        var (cities, ships) = (VoyageCodes(knownCities), VoyageCodes(knownShips))
        var directions = VoyageCodes(knownDirections)
        var (sets, setCodes): ([[Int32]], [[Int32]: Int32]) = ([], [:])
        for row in sorted where row.id != ids.last {
            let set = Set(row.directions).sorted().map { directions.code($0) }
            let code = setCodes[set] ?? Int32(sets.count)
            if code == sets.count {
                sets.append(set)
                setCodes[set] = code
            }
            ids.append(row.id)
            entries.append(
                Entry(row, city: cities.code(row.city), ship: ships.code(row.ship), directions: code)
            )
        }
        (self.ids, self.entries, directionSets) = (ids, entries, sets)
        (self.cities, self.directions, self.ships) = (cities, directions, ships)
        orders = Dictionary(uniqueKeysWithValues: VoyageSort.allCases.map { ($0, $0.order(of: entries)) })
        starts = Set(entries.map(\.start)).sorted()
    }

    package var count: Int { ids.count }

    /// The index with other numbers of free places on some cruises.
    package func with(places: [String: Int32]) -> VoyageIndex {
        var index = self
        for (id, places) in places {
            guard let position = position(of: id) else { continue }
            index.entries[Int(position)].places = max(places, 0)
        }
        return index
    }

    /// The position of a cruise; nil if there is none with the id.
    package func position(of id: String) -> Int32? {
        let index = firstPosition(from: id)
        return index < ids.count && ids[index] == id ? Int32(index) : nil
    }

    /// The next departure, after which a search finds less; nil if there is none.
    package func nextDeparture(after now: Int64) -> Int64? {
        let index = starts.firstIndex(from: 0) { $0 > now }
        return index < starts.count ? starts[index] : nil
    }

    /// The percent of the best discount of a cruise.
    package func percent(at position: Int32) -> Int { Int(entries[Int(position)].percent) }

    /// The memory of the arrays, in bytes, for measurements; the published cruises share the texts of the ids.
    package var size: Int {
        ids.capacity * MemoryLayout<String>.stride + entries.capacity * MemoryLayout<Entry>.stride
            + orders.values.reduce(0) { $0 + $1.capacity * 4 } + starts.capacity * 8
            + directionSets.reduce(0) { $0 + $1.capacity * 4 + 8 } + cities.size + directions.size
            + ships.size
    }

    func order(_ sort: VoyageSort) -> [Int32] { orders[sort] ?? [] }

    /// The first position whose id is this one or comes after it.
    private func firstPosition(from id: String) -> Int { ids.firstIndex(from: 0) { $0 >= id } }

    /// The index in an order of the first cruise behind a place, whether its cruise is still there or not.
    func index(after place: VoyagePlace, in order: [Int32], _ sort: VoyageSort) -> Int {
        let next = firstPosition(from: place.id)
        let rank = next < ids.count && ids[next] == place.id ? next + 1 : next
        return order.firstIndex(from: 0) { position in
            let keys = sort.keys(of: entries[Int(position)])
            return (keys.first, keys.second, Int(position)) >= (place.first, place.second, rank)
        }
    }
}

extension VoyageIndex.Entry {
    fileprivate init(_ row: VoyageRow, city: Int32, ship: Int32, directions: Int32) {
        self.init(
            // Bounded, so that keys can be negated.
            start: max(row.start, -Int64.max),
            price: row.price.map { max($0, 0) } ?? Self.noPrice,
            popularity: max(row.popularity, 0),
            firstDay: row.firstDay,
            city: city,
            ship: ship,
            directions: directions,
            places: max(row.places, 0),
            shipClass: row.shipClass.flatMap { 0..<VoyageIndex.classesMax ~= $0 ? UInt8($0) : nil } ?? .max,
            length: VoyageLength(days: row.days),
            kind: row.kind,
            percent: UInt8(min(max(row.percent, 0), 100))
        )
    }
}

extension VoyageSort {
    fileprivate func order(of entries: [VoyageIndex.Entry]) -> [Int32] {
        let keyed = entries.indices.map { index in
            let keys = keys(of: entries[index])
            return (keys.first, keys.second, Int32(index))
        }
        return keyed.sorted { $0 < $1 }.map { $0.2 }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index from which on `isBehind` is true, in a collection where it is true from some index on.
    fileprivate func firstIndex(from start: Int, where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (start, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
