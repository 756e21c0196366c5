/// The times of changes from one thread to another.
package struct ChangeTimes: Sendable {
    /// At one station, in seconds.
    package static let within: Int32 = 600
    /// Between two stations of a settlement, in seconds: a ride across the town, before its distance.
    package static let across: Int32 = 1_800
    /// More of it for each kilometre, in seconds: 20 km/h.
    package static let perKilometre = 180.0

    /// Times that are given for two stations, or for one station twice; nil for no way.
    private var given: [Int64: Int32?] = [:]
    /// The stations that can be reached from one besides those of its settlement.
    private var reached: [Int32: [Int32]] = [:]
    private var reaching: [Int32: [Int32]] = [:]

    package init() {}

    mutating func set(_ origin: Int32, _ destination: Int32, _ seconds: Int32?) {
        if given.updateValue(seconds, forKey: Self.key(origin, destination)) == nil, origin != destination {
            reached[origin, default: []].append(destination)
            reaching[destination, default: []].append(origin)
        }
    }

    private static func key(_ origin: Int32, _ destination: Int32) -> Int64 {
        Int64(origin) << 32 | Int64(destination)
    }

    /// The time that is given for two stations; nil if nothing is said of them.
    func given(_ origin: Int32, _ destination: Int32) -> Int32?? { given[Self.key(origin, destination)] }

    func neighbours(_ station: Int32) -> [Int32] { reached[station] ?? [] }
    func origins(_ station: Int32) -> [Int32] { reaching[station] ?? [] }
}

extension Timetable {
    /// The shortest time to change between two stations in seconds; nil if there is no way.
    package func changeTime(_ origin: Int32, _ destination: Int32) -> Int32? {
        if let given = changeTimes.given(origin, destination) { return given }
        if origin == destination { return ChangeTimes.within }
        let (from, to) = (stations[Int(origin)], stations[Int(destination)])
        guard from.settlement >= 0, from.settlement == to.settlement, from.kind.isHub, to.kind.isHub,
            !from.isHidden, !to.isHidden
        else { return nil }
        guard let here = from.point, let there = to.point else { return ChangeTimes.across }
        return ChangeTimes.across + Int32(min(here.distance(to: there), 200) * ChangeTimes.perKilometre)
    }
}
