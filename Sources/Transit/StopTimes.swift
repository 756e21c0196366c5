/// The times of a stop, in seconds after midnight of the thread's first day.
package protocol StopTimes {
    /// Nil at the first stop, or if it is not known.
    var arrival: Int32? { get }
    /// Nil at the last stop, or if it is not known.
    var departure: Int32? { get }
}

extension TransitStop: StopTimes {}
extension ThreadRow.Stop: StopTimes {}

/// A fault in the times of a thread's stops (T94).
package enum StopTimesFault: Sendable, Hashable {
    case tooFew
    case noArrival(position: Int)
    case noDeparture(position: Int)
    /// The time is before the one that precedes it.
    case backward(position: Int, time: Int32)

    package var position: Int {
        switch self {
        case .tooFew: 0
        case .noArrival(let position), .noDeparture(let position), .backward(let position, _): position
        }
    }
}

extension Collection where Element: StopTimes {
    /// The first fault; nil if there are two stops at least, with times that never run backward.
    package var timesFault: StopTimesFault? { timesFaults.first }

    /// The first fault of each stop that has one.
    ///
    /// The arrival at the first stop and the departure from the last one are ignored.
    package var timesFaults: [StopTimesFault] {
        guard count >= 2 else { return [.tooFew] }
        var faults: [StopTimesFault] = []
        var latest = Int32.min
        for (position, stop) in enumerated() {
            let arrival = position > 0 ? stop.arrival : nil
            let departure = position < count - 1 ? stop.departure : nil
            let times = [arrival, departure].compactMap { $0 }
            if position > 0, arrival == nil {
                faults.append(.noArrival(position: position))
            } else if position < count - 1, departure == nil {
                faults.append(.noDeparture(position: position))
            } else if let time = times.first, time < latest {
                faults.append(.backward(position: position, time: time))
            } else if times.count == 2, times[1] < times[0] {
                faults.append(.backward(position: position, time: times[1]))
            }
            latest = times.last ?? latest
        }
        return faults
    }
}
