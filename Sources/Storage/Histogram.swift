/// A distribution of measured values, counted by fixed upper bounds.
package final class Histogram: Sendable {
    /// Bounds in seconds for anything from a look at memory to a slow transaction.
    package static let seconds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// The values up to one moment.
    package struct Snapshot: Sendable, Hashable {
        /// The number of values up to each bound, those below the lower bounds included.
        package let counts: [Int]
        /// The number of all values.
        package let count: Int
        package let sum: Double
    }

    private struct State: Sendable {
        /// The number of values between two bounds; the last one is of those above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    /// In rising order.
    package let bounds: [Double]
    private let state: Locked<State>

    package init(bounds: [Double] = Histogram.seconds) {
        self.bounds = bounds
        state = Locked(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// Counts a value; one that is not finite would spoil the sum forever, so it is left out.
    package func record(_ value: Double) {
        guard value.isFinite else { return }
        // There are few bounds, so that a scan is as fast as a search.
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.update { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    /// Counts a duration in seconds.
    package func record(_ duration: Duration) { record(duration / .seconds(1)) }

    package var snapshot: Snapshot {
        let state = state.value
        var total = 0
        let counts = state.counts.map { count in
            total += count
            return total
        }
        return Snapshot(counts: Array(counts.dropLast()), count: total, sum: state.sum)
    }
}
