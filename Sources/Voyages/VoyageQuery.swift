/// A filter in the codes of an index, at a time.
struct VoyageQuery {
    /// The conditions, each of which has a facet that ignores it.
    struct Conditions: OptionSet, Sendable {
        let rawValue: UInt16

        static let kind = Conditions(rawValue: 1)
        static let city = Conditions(rawValue: 2)
        static let direction = Conditions(rawValue: 4)
        static let ship = Conditions(rawValue: 8)
        static let shipClass = Conditions(rawValue: 16)
        static let length = Conditions(rawValue: 32)
        static let dates = Conditions(rawValue: 64)
        static let tourists = Conditions(rawValue: 128)
        static let price = Conditions(rawValue: 256)
        static let discount = Conditions(rawValue: 512)

        /// True if there are several.
        var areSeveral: Bool { rawValue & (rawValue &- 1) != 0 }
    }

    private let now: Int64
    private let kind: VoyageKind?
    let cities: [Bool]
    let directions: [Bool]
    /// True at the sets with a direction that is wanted.
    private let directionSets: [Bool]
    let ships: [Bool]
    private let classes: UInt8
    private let lengths: UInt8
    private let firstDay: Int32
    private let lastDay: Int32
    private let tourists: Int32
    private let priceMin: Int64
    private let priceMax: Int64
    private let isDiscounted: Bool

    init(_ filter: VoyageFilter, in index: VoyageIndex, at now: Int64) {
        self.now = now
        kind = filter.kind
        cities = index.cities.wanted(filter.cities)
        ships = index.ships.wanted(filter.ships)
        let directions = index.directions.wanted(filter.directions)
        self.directions = directions
        directionSets =
            directions.isEmpty
            ? [] : index.directionSets.map { $0.contains { directions[Int($0)] } }
        classes = filter.classes.reduce(0) { bits, number in
            0..<VoyageIndex.classesMax ~= number ? bits | 1 << UInt8(number) : bits
        }
        lengths = filter.lengths.reduce(0) { $0 | 1 << $1.rawValue }
        (firstDay, lastDay) = (filter.firstDay ?? .min, filter.lastDay ?? .max)
        tourists = max(filter.tourists, 0)
        let hasPrice = filter.priceMin != nil || filter.priceMax != nil
        priceMin = hasPrice ? max(filter.priceMin ?? 0, 0) : .min
        priceMax = filter.priceMax ?? .max
        isDiscounted = filter.isDiscounted
    }

    /// False for a cruise that has departed.
    func isAhead(_ entry: VoyageIndex.Entry) -> Bool { entry.start > now }

    func fits(_ entry: VoyageIndex.Entry) -> Bool { isAhead(entry) && failures(of: entry).isEmpty }

    /// The conditions that an entry does not meet.
    @inline(__always)
    func failures(of entry: VoyageIndex.Entry) -> Conditions {
        var failures: Conditions = []
        if let kind, kind != entry.kind { failures.insert(.kind) }
        if !cities.isEmpty, !cities[Int(entry.city)] { failures.insert(.city) }
        if !directionSets.isEmpty, !directionSets[Int(entry.directions)] { failures.insert(.direction) }
        if !ships.isEmpty, !ships[Int(entry.ship)] { failures.insert(.ship) }
        if classes != 0, entry.shipClass == .max || classes & (1 << entry.shipClass) == 0 {
            failures.insert(.shipClass)
        }
        if lengths != 0, lengths & (1 << entry.length.rawValue) == 0 { failures.insert(.length) }
        if entry.firstDay < firstDay || entry.firstDay > lastDay { failures.insert(.dates) }
        if entry.places < tourists { failures.insert(.tourists) }
        if entry.price < priceMin || entry.price > priceMax { failures.insert(.price) }
        if isDiscounted, entry.percent == 0 { failures.insert(.discount) }
        return failures
    }
}
