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
    ///
    /// The arrival at the first stop and the departure from the last one are ignored.
    package var timesFault: StopTimesFault? {
        guard count >= 2 else { return .tooFew }
        var latest = Int32.min
        for (position, stop) in enumerated() {
            if position > 0 {
                guard let time = stop.arrival else { return .noArrival(position: position) }
                guard time >= latest else { return .backward(position: position, time: time) }
                latest = time
            }
            if position < count - 1 {
                guard let time = stop.departure else { return .noDeparture(position: position) }
                guard time >= latest else { return .backward(position: position, time: time) }
                latest = time
            }
        }
        return nil
    }
}
