/// Checks the stop times of trips, and fills in those that the feed leaves out.
struct TripTimes {
    private static let file = GTFSFile.stopTimes.rawValue

    /// In the order of trips and sequences; a missing time is -1 until its trip is finished.
    private(set) var times: GTFSFeed.StopTimes
    private let sequences: [Int32]
    private let lines: [Int32]
    private let distances: [Double]
    private let isWhole: Bool

    init(
        times: GTFSFeed.StopTimes,
        sequences: [Int32],
        lines: [Int32],
        distances: [Double],
        isWhole: Bool
    ) {
        self.times = times
        self.sequences = sequences
        self.lines = lines
        self.distances = distances
        self.isWhole = isWhole
    }

    /// Finishes the stop times of one trip.
    mutating func finish(_ range: Range<Int>, trip: String, tripLine: Int, _ faults: inout FeedFaults) {
        if range.count < 2, isWhole {
            faults.add(
                FeedFault(
                    .fewStops,
                    file: GTFSFile.trips.rawValue,
                    line: tripLine,
                    field: "trip_id",
                    value: trip
                )
            )
        }
        guard let first = range.first, let last = range.last else { return }
        for row in range.dropFirst() where sequences[row] == sequences[row - 1] {
            faults.add(fault(.duplicateSequence, row, "stop_sequence", String(sequences[row])))
        }
        for row in range { fillOneSide(row) }
        for row in Set([first, last]).sorted() where times.arrivals[row] < 0 {
            if isWhole { faults.add(fault(.missingEndTime, row, "arrival_time", "")) }
            return
        }
        interpolate(range)
        check(range, &faults)
    }

    /// A stop with one time arrives and departs then.
    private mutating func fillOneSide(_ row: Int) {
        if times.arrivals[row] < 0 { times.arrivals[row] = times.departures[row] }
        if times.departures[row] < 0 { times.departures[row] = times.arrivals[row] }
    }

    private mutating func interpolate(_ range: Range<Int>) {
        var before = range.lowerBound
        for row in range.dropFirst() where times.arrivals[row] >= 0 {
            if row - before > 1 { fill(from: before, to: row) }
            before = row
        }
    }

    /// Fills the gap between two rows with times by the distance traveled, or evenly where that is not known.
    private mutating func fill(from: Int, to: Int) {
        let (start, end) = (Int(times.departures[from]), Int(times.arrivals[to]))
        let isMeasured = isMeasured(from...to)
        for row in (from + 1)..<to {
            let share =
                isMeasured
                ? (distances[row] - distances[from]) / (distances[to] - distances[from])
                : Double(row - from) / Double(to - from)
            let time = Int32(clamping: start + Int(Double(end - start) * share))
            times.arrivals[row] = time
            times.departures[row] = time
            // As `timepoint` 0: the time is an estimate.
            times.flags[row] |= 1 << 4
        }
    }

    /// True if all these rows have distances that grow.
    private func isMeasured(_ rows: ClosedRange<Int>) -> Bool {
        guard !distances.isEmpty, distances[rows.lowerBound] >= 0,
            distances[rows.upperBound] > distances[rows.lowerBound],
            distances[rows.upperBound] - distances[rows.lowerBound] < .infinity
        else { return false }
        return rows.dropFirst().allSatisfy { distances[$0] >= distances[$0 - 1] }
    }

    private func check(_ range: Range<Int>, _ faults: inout FeedFaults) {
        for row in range {
            let (arrival, departure) = (times.arrivals[row], times.departures[row])
            if row > range.lowerBound, arrival < times.departures[row - 1] {
                faults.add(fault(.timesDecrease, row, "arrival_time", GTFSTime.text(arrival)))
            }
            if departure < arrival {
                faults.add(fault(.timesDecrease, row, "departure_time", GTFSTime.text(departure)))
            }
        }
    }

    private func fault(_ reason: FeedFault.Reason, _ row: Int, _ field: String, _ value: String) -> FeedFault
    {
        FeedFault(reason, file: Self.file, line: Int(lines[row]), field: field, value: value)
    }
}
