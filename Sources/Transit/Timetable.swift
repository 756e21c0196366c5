import Storage

/// A whole timetable in memory: places, threads and days as arrays whose links are positions.
///
/// It never changes; a new one takes its place. `Timetable.Builder` makes it.
package struct Timetable: Sendable {
    package internal(set) var texts = TextPool()
    package internal(set) var zones: [Zone] = []
    package internal(set) var countries: [TransitPlace.Country] = []
    package internal(set) var regions: [TransitPlace.Region] = []
    package internal(set) var settlements: [TransitPlace.Settlement] = []
    package internal(set) var stations: [TransitPlace.Station] = []
    package internal(set) var threads: [TransitThread] = []
    package internal(set) var stops: [TransitStop] = []
    package internal(set) var calendars: [RunningDays] = []
    /// The ids of the calendars' rows.
    package internal(set) var calendarIDs: [Int64] = []
    package internal(set) var changeTimes = ChangeTimes()
    package internal(set) var fares = Fares()

    var countryCodes: [Int64: Int32] = [:]
    var regionCodes: [Int64: Int32] = [:]
    var settlementCodes: [Int64: Int32] = [:]
    var stationCodes: [Int64: Int32] = [:]
    /// Stations by their codes in other systems, each list in the order of the stations.
    var systemCodes: [CodeSystem: [String: [Int32]]] = [:]
    var uids: [String: Int32] = [:]
    /// The stops of each station.
    var visits = Groups<Visit>()
    /// The stations of each settlement, without hidden ones.
    var members = Groups<Int32>()
    /// The main stations of each settlement, between which passengers change; few, as each leads to each.
    var hubs = Groups<Int32>()
    /// Stations with a place, from south to north.
    var stationsByLatitude: [Int32] = []
    var settlementsByLatitude: [Int32] = []
    var patterns = Patterns()

    package init() {}

    package func station(_ code: Int64) -> Int32? { stationCodes[code] }
    package func settlement(_ code: Int64) -> Int32? { settlementCodes[code] }
    package func region(_ code: Int64) -> Int32? { regionCodes[code] }
    package func country(_ code: Int64) -> Int32? { countryCodes[code] }
    package func thread(_ uid: String) -> Int32? { uids[uid] }

    /// Stations with a code of another system.
    package func stations(_ code: String, in system: CodeSystem) -> [Int32] {
        systemCodes[system]?[code] ?? []
    }

    package func stops(of thread: Int32) -> ArraySlice<TransitStop> {
        let thread = threads[Int(thread)]
        return stops[Int(thread.firstStop)..<Int(thread.firstStop + thread.stopCount)]
    }

    /// The stop at a position of a thread.
    package func stop(_ thread: Int32, _ position: Int) -> TransitStop {
        stops[Int(threads[Int(thread)].firstStop) + position]
    }

    package func zone(ofStation station: Int32) -> Zone { zones[Int(stations[Int(station)].zone)] }
    package func zone(ofSettlement settlement: Int32) -> Zone {
        zones[Int(settlements[Int(settlement)].zone)]
    }
    package func zone(ofThread thread: Int32) -> Zone { zones[Int(threads[Int(thread)].zone)] }
    package func days(of thread: Int32) -> RunningDays { calendars[Int(threads[Int(thread)].calendar)] }
    /// The position of its calendar.
    package func calendar(of thread: Int32) -> Int { Int(threads[Int(thread)].calendar) }

    /// The stations of a settlement that apps see.
    package func stations(of settlement: Int32) -> ArraySlice<Int32> { members[settlement] }

    /// The threads that stop at a station, with the positions.
    package func visits(of station: Int32) -> ArraySlice<Visit> { visits[station] }

    /// The memory of the arrays, in bytes, for `check` and measurements.
    package var size: Int { sizeOfPlaces + sizeOfThreads }

    /// That of stations and settlements, with all texts.
    package var sizeOfPlaces: Int {
        texts.size + stations.capacity * MemoryLayout<TransitPlace.Station>.stride
            + settlements.capacity * MemoryLayout<TransitPlace.Settlement>.stride + members.size
            + (stationsByLatitude.capacity + settlementsByLatitude.capacity) * 4
            + (stationCodes.capacity + settlementCodes.capacity) * 24
    }

    package var sizeOfThreads: Int {
        threads.capacity * MemoryLayout<TransitThread>.stride
            + stops.capacity * MemoryLayout<TransitStop>.stride + visits.size + patterns.size
            + uids.capacity * 40
    }
}

/// A stop of a thread at a station.
package struct Visit: Sendable {
    package let thread: Int32
    package let position: Int32
}

/// The systems of station codes beside our own.
package enum CodeSystem: String, Sendable, CaseIterable {
    case iata, sirena, express, esr
}

/// Lists by position, in one array.
struct Groups<Element: Sendable>: Sendable {
    private var starts: [Int32] = [0]
    private var elements: [Element] = []

    init() {}

    /// Groups `count` lists of elements that come in any order.
    init(_ count: Int, _ pairs: [(group: Int32, element: Element)]) {
        var starts = [Int32](repeating: 0, count: count + 1)
        for pair in pairs { starts[Int(pair.group) + 1] += 1 }
        for index in 0..<count { starts[index + 1] += starts[index] }
        var next = starts
        guard let first = pairs.first else {
            self.starts = starts
            return
        }
        var elements = [Element](repeating: first.element, count: pairs.count)
        for pair in pairs {
            elements[Int(next[Int(pair.group)])] = pair.element
            next[Int(pair.group)] += 1
        }
        (self.starts, self.elements) = (starts, elements)
    }

    subscript(group: Int32) -> ArraySlice<Element> {
        elements[Int(starts[Int(group)])..<Int(starts[Int(group) + 1])]
    }

    var size: Int { starts.capacity * 4 + elements.capacity * MemoryLayout<Element>.stride }
}
