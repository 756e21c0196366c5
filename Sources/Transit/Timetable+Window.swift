/// A part of the map between two latitudes and two longitudes, in degrees.
package struct MapWindow: Sendable, Hashable {
    package let south: Double
    package let west: Double
    package let north: Double
    package let east: Double

    /// Nil if an edge is outside of -90...90 and -180...180, or opposite edges are the wrong way round.
    package init?(south: Double, west: Double, north: Double, east: Double) {
        guard (-90...90).contains(south), (-90...90).contains(north), (-180...180).contains(west),
            (-180...180).contains(east), south < north, west < east
        else { return nil }
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// Has both ends of each pair, with a margin.
    fileprivate init?(around latitudes: (Double, Double), _ longitudes: (Double, Double)) {
        let margin = 0.05
        self.init(
            south: max(-90, latitudes.0 - margin),
            west: max(-180, longitudes.0 - margin),
            north: min(90, latitudes.1 + margin),
            east: min(180, longitudes.1 + margin)
        )
    }

    package func contains(_ point: Point) -> Bool {
        point.latitude >= south && point.latitude <= north && point.longitude >= west
            && point.longitude <= east
    }
}

extension Timetable {
    /// The number of stops of threads at a station; the stations with the most are shown first.
    package func served(_ station: Int32) -> Int { visits[station].count }

    /// True if a thread of one of the kinds stops at a station, or it is of that kind itself; no kinds stand for all.
    package func isServed(_ station: Int32, by transports: Set<TransportKind>) -> Bool {
        transports.isEmpty || transports.contains(stations[Int(station)].transport)
            || visits[station].contains { transports.contains(threads[Int($0.thread)].transport) }
    }

    /// The stations in a window, the most served first, and how many there are in all; hidden ones are not among them.
    ///
    /// If there are more than `countMax`, a grid of at most so many cells has one station of each, the most served.
    package func stations(
        in window: MapWindow,
        transports: Set<TransportKind> = [],
        countMax: Int
    ) -> (stations: [Int32], total: Int) {
        let found = band(window).filter { index in
            let station = stations[Int(index)]
            return !station.isHidden && station.point.map(window.contains) == true
                && isServed(index, by: transports)
        }
        let chosen = found.count <= countMax ? found : thinned(found, countMax)
        let order = chosen.sorted { (served($1), $0) < (served($0), $1) }
        return (order, found.count)
    }

    /// The stations between the two latitudes of a window.
    private func band(_ window: MapWindow) -> ArraySlice<Int32> {
        func first(_ isBeyond: (Double) -> Bool) -> Int {
            var (low, high) = (0, stationsByLatitude.count)
            while low < high {
                let middle = (low + high) / 2
                let latitude = stations[Int(stationsByLatitude[middle])].point?.latitude ?? 0
                if isBeyond(latitude) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = first { $0 >= window.south }
        return stationsByLatitude[start..<max(start, first { $0 > window.north })]
    }

    /// The finest grid that leaves no more than `countMax`.
    private func thinned(_ found: [Int32], _ countMax: Int) -> [Int32] {
        let points = found.compactMap { stations[Int($0)].point }
        let (latitudes, longitudes) = (points.map(\.latitude), points.map(\.longitude))
        guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max(), let frame = MapWindow(around: (south, north), (west, east))
        else { return Array(found.prefix(countMax)) }
        var side = max(1, Int(Double(max(1, countMax)).squareRoot()))
        var kept = best(found, in: frame, side)
        while side < Self.sideMax {
            side *= 2
            let finer = best(found, in: frame, side)
            if finer.count > countMax { break }
            kept = finer
        }
        return kept
    }

    /// Cells of a grid in one direction.
    private static let sideMax = 512

    /// The most served station of each cell.
    private func best(_ found: [Int32], in frame: MapWindow, _ side: Int) -> [Int32] {
        var best = [Int32](repeating: -1, count: side * side)
        func cell(_ value: Double, _ start: Double, _ end: Double) -> Int {
            min(side - 1, max(0, Int((value - start) / (end - start) * Double(side))))
        }
        for index in found {
            guard let point = stations[Int(index)].point else { continue }
            let place =
                cell(point.latitude, frame.south, frame.north) * side
                + cell(point.longitude, frame.west, frame.east)
            if best[place] < 0 || served(index) > served(best[place]) { best[place] = index }
        }
        return best.filter { $0 >= 0 }
    }

    /// The window that has every station with a place; nil if there is none.
    package var extent: MapWindow? {
        let points = stations.filter { !$0.isHidden }.compactMap(\.point)
        let (latitudes, longitudes) = (points.map(\.latitude), points.map(\.longitude))
        guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max()
        else { return nil }
        return MapWindow(around: (south, north), (west, east))
    }

    /// The places of the stops of a thread; stations without a place are left out.
    package func line(of thread: Int32) -> [Point] {
        stops(of: thread).compactMap { stations[Int($0.station)].point }
    }
}
