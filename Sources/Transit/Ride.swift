/// A ride with one thread on one day between two of its stops.
package struct Ride: Sendable, Hashable {
    package let thread: Int32
    /// The day from which the thread's times count, as the number of days since 1970-01-01.
    package let serviceDay: Int32
    package let boarding: Int32
    package let alighting: Int32
    /// In seconds since 1970.
    package let departure: Int64
    package let arrival: Int64

    package var duration: Int64 { arrival - departure }
}

/// Rides with changes between them, each ride with the one before by a change at a station or within a settlement.
package struct Journey: Sendable, Hashable {
    package let rides: [Ride]

    package init(_ rides: [Ride]) {
        self.rides = rides
    }

    package var departure: Int64 { rides.first?.departure ?? 0 }
    package var arrival: Int64 { rides.last?.arrival ?? 0 }
}

/// A thread that runs every so often between two of its stops.
package struct IntervalRide: Sendable, Hashable {
    package let thread: Int32
    package let serviceDay: Int32
    package let boarding: Int32
    package let alighting: Int32
}
