/// The least number of rides to a destination, at any time, by which a search skips what cannot lead there.
struct Reach {
    private static let unreached: UInt8 = .max

    /// The fewest further rides after leaving a thread at a station; 0 at the destination.
    private var afterStation: [UInt8]
    /// The fewest rides to the destination that begin with a pattern.
    private var ofPattern: [UInt8]

    /// Looks `ridesMax` rides back from the destination.
    init(_ timetable: Timetable, to destinations: [Int32], ridesMax: UInt8, allows: (Int32) -> Bool) {
        afterStation = [UInt8](repeating: Self.unreached, count: timetable.stations.count)
        ofPattern = [UInt8](repeating: Self.unreached, count: timetable.patterns.count)
        for station in destinations { afterStation[Int(station)] = 0 }
        var frontier = destinations
        // The last stop of each pattern from which something was marked; all before it were, too.
        var marked = [Int32](repeating: 0, count: timetable.patterns.count)
        for rides in 1...max(1, ridesMax) {
            var boardings: Set<Int32> = []
            for station in frontier {
                for stop in timetable.patterns.atStation[station]
                where stop.position > marked[Int(stop.pattern)] {
                    guard let thread = timetable.patterns.threads[stop.pattern].first, allows(thread),
                        timetable.stop(thread, Int(stop.position)).boarding.allowsOff
                    else { continue }
                    for position in marked[Int(stop.pattern)]..<stop.position {
                        let earlier = timetable.stop(thread, Int(position))
                        if earlier.boarding.allowsOn { boardings.insert(earlier.station) }
                    }
                    marked[Int(stop.pattern)] = stop.position
                    ofPattern[Int(stop.pattern)] = min(ofPattern[Int(stop.pattern)], rides)
                }
            }
            frontier = []
            for station in boardings {
                for origin in timetable.changesTo(station) where afterStation[Int(origin)] == Self.unreached {
                    afterStation[Int(origin)] = rides
                    frontier.append(origin)
                }
            }
        }
    }

    func isUseful(station: Int32, ridesLeft: UInt8) -> Bool { afterStation[Int(station)] <= ridesLeft }
    func isUseful(pattern: Int32, ridesLeft: UInt8) -> Bool { ofPattern[Int(pattern)] <= ridesLeft }
}

extension Timetable {
    /// The stations where one can change to from a station, itself among them.
    func changes(from station: Int32) -> [Int32] {
        siblings(station).union(changeTimes.neighbours(station)).sorted()
            .filter { changeTime(station, $0) != nil }
    }

    /// The stations from which one can change to a station.
    func changesTo(_ station: Int32) -> [Int32] {
        siblings(station).union(changeTimes.origins(station)).filter { changeTime($0, station) != nil }
    }

    private func siblings(_ station: Int32) -> Set<Int32> {
        let own = stations[Int(station)]
        guard own.settlement >= 0, own.kind.isHub else { return [station] }
        return Set(hubs[own.settlement]).union([station])
    }
}
