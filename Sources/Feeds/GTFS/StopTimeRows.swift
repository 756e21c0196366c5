/// The rows of `stop_times.txt` as they come, until they are put into the order of the trips.
struct StopTimeRows {
    private let hasDistances: Bool
    private var times = GTFSFeed.StopTimes()
    private var trips: [Int32] = []
    private var sequences: [Int32] = []
    private var lines: [Int32] = []
    /// `shape_dist_traveled`, -1 where there is none; empty if the file does not have the column.
    private var distances: [Double] = []

    init(hasDistances: Bool) {
        self.hasDistances = hasDistances
    }

    mutating func append(
        _ time: GTFSFeed.StopTime,
        of trip: Int32,
        sequence: Int32,
        distance: Double,
        line: Int32
    ) {
        times.append(time)
        trips.append(trip)
        sequences.append(sequence)
        lines.append(line)
        if hasDistances { distances.append(distance) }
    }

    /// Moves the rows into the feed, sorted by trip and sequence, and makes every time known.
    ///
    /// The rows are gone afterwards. `isWhole` is false where rows of the file were left out.
    mutating func assemble(
        into feed: inout GTFSFeed,
        tripLines: [Int32],
        isWhole: Bool,
        _ faults: inout FeedFaults
    ) throws {
        let starts = tripStarts(count: feed.trips.count)
        sort(starts)
        trips = []
        var finisher = TripTimes(
            times: times,
            sequences: sequences,
            lines: lines,
            distances: distances,
            isWhole: isWhole
        )
        (times, sequences, lines, distances) = (GTFSFeed.StopTimes(), [], [], [])
        for (index, start) in starts.dropLast().enumerated() {
            let range = Int(start)..<Int(starts[index + 1])
            feed.trips[index].stopTimes = Int32(range.lowerBound)..<Int32(range.upperBound)
            finisher.finish(range, trip: feed.trips[index].id, tripLine: Int(tripLines[index]), &faults)
        }
        feed.stopTimes = finisher.times
    }

    /// The place at which the rows of each trip will begin, and the end of all.
    private func tripStarts(count: Int) -> [Int32] {
        var starts = [Int32](repeating: 0, count: count + 1)
        for trip in trips { starts[Int(trip) + 1] += 1 }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        return starts
    }

    /// Most files have this order already, and then no row is moved.
    private mutating func sort(_ starts: [Int32]) {
        guard !isSorted else { return }
        var next = starts
        var order = [Int32](repeating: 0, count: trips.count)
        for (row, trip) in trips.enumerated() {
            order[Int(next[Int(trip)])] = Int32(truncatingIfNeeded: row)
            next[Int(trip)] += 1
        }
        for (start, end) in zip(starts, starts.dropFirst()) where end - start > 1 {
            order[Int(start)..<Int(end)].sort { (sequences[Int($0)], $0) < (sequences[Int($1)], $1) }
        }
        Self.permute(&times.stops, order)
        Self.permute(&times.arrivals, order)
        Self.permute(&times.departures, order)
        Self.permute(&times.flags, order)
        Self.permute(&sequences, order)
        Self.permute(&lines, order)
        if hasDistances { Self.permute(&distances, order) }
    }

    private var isSorted: Bool {
        for row in trips.indices.dropFirst() {
            let (trip, last) = (trips[row], trips[row - 1])
            guard trip > last || trip == last && sequences[row] >= sequences[row - 1] else { return false }
        }
        return true
    }

    private static func permute<Element>(_ column: inout [Element], _ order: [Int32]) {
        column = order.map { column[Int($0)] }
    }
}
