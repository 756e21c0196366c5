import Core

/// `stop_times.txt`.
extension GTFSBuilder {
    mutating func readStopTimes(_ table: inout FeedTable) throws {
        let trip = table.column("trip_id", isRequired: true)
        let stop = table.column("stop_id", isRequired: true)
        let sequence = table.column("stop_sequence", isRequired: true)
        let (arrival, departure) = (table.column("arrival_time"), table.column("departure_time"))
        let (pickup, dropOff) = (table.column("pickup_type"), table.column("drop_off_type"))
        let timepoint = table.column("timepoint")
        let distance = table.column("shape_dist_traveled")
        var rows = StopTimeRows(hasDistances: distance.isPresent)
        var lastTrip: Int32 = -1

        while try table.next() {
            guard table.require(trip), table.require(stop) else { continue }
            let place = table.reference(stop, in: stops, of: GTFSFile.stops.rawValue)
            // The rows of a trip mostly follow each other.
            let run = table.reference(trip, in: trips, of: GTFSFile.trips.rawValue, hint: lastTrip)
            let number = table.requiredNumber(sequence, 0...Int(Int32.max))
            let times = (table.time(arrival), table.time(departure))
            let boarding = (table.number(pickup, 0...3), table.number(dropOff, 0...3))
            let isApproximate = table.number(timepoint, 0...1) == 0
            let traveled = table.decimal(distance, 0...Double.greatestFiniteMagnitude, .badDecimal)
            guard let number, let run, let place else { continue }
            lastTrip = run
            if !feed.stops[Int(place)].type.isServed {
                table.add(.stopKind, stop.name, table.shown(stop))
            }
            var time = GTFSFeed.StopTime(stop: place, arrival: times.0 ?? -1, departure: times.1 ?? -1)
            (time.pickup, time.dropOff) = (Self.boarding(boarding.0), Self.boarding(boarding.1))
            time.isApproximate = isApproximate
            rows.append(
                time,
                of: run,
                sequence: Int32(number),
                distance: traveled ?? -1,
                line: Int32(clamping: table.line)
            )
        }
        // A row that was left out might be the one that has the time, or the second stop.
        let isWhole = table.faults.errorCount == 0
        try rows.assemble(into: &feed, tripLines: tripLines, isWhole: isWhole, &table.faults)
    }

    private static func boarding(_ number: Int?) -> GTFSFeed.StopTime.Boarding {
        number.flatMap { GTFSFeed.StopTime.Boarding(rawValue: UInt8($0)) } ?? .regular
    }
}
