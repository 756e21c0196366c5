/// A place and how far it is, in kilometres.
package struct NearPlace: Sendable, Hashable {
    package let index: Int32
    package let distance: Double
}

extension Timetable {
    /// The stations within a distance, the nearest first; hidden ones are not among them.
    ///
    /// No kinds stand for all kinds.
    package func stations(
        within kilometres: Double,
        of point: Point,
        kinds: Set<StationKind> = [],
        transports: Set<TransportKind> = []
    ) -> [NearPlace] {
        near(stationsByLatitude, within: kilometres, of: point) { stations[Int($0)].point }.filter {
            let station = stations[Int($0.index)]
            return !station.isHidden && (kinds.isEmpty || kinds.contains(station.kind))
                && (transports.isEmpty || transports.contains(station.transport))
        }
    }

    /// The nearest settlement with a station; nil if there is none within the distance.
    package func settlement(within kilometres: Double, of point: Point) -> NearPlace? {
        near(settlementsByLatitude, within: kilometres, of: point) { settlements[Int($0)].point }
            .first { !members[$0.index].isEmpty }
    }

    /// A band of latitudes is a small part of all places, and knows no poles and no 180th meridian.
    private func near(
        _ sorted: [Int32],
        within kilometres: Double,
        of point: Point,
        place: (Int32) -> Point?
    ) -> [NearPlace] {
        let band = kilometres / Point.kilometresPerDegree * 1.000_001
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if (place(sorted[middle])?.latitude ?? 0) < point.latitude - band {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [NearPlace] = []
        for index in sorted[low...] {
            guard let there = place(index), there.latitude <= point.latitude + band else { break }
            let distance = point.distance(to: there)
            if distance <= kilometres { found.append(NearPlace(index: index, distance: distance)) }
        }
        return found.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    }
}
