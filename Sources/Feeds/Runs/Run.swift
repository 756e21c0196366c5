/// A run of the runs table: where it stops, and on which days.
package struct Run: Sendable, Hashable {
    package struct Stop: Sendable, Hashable {
        /// The code of the station: `s9613602`.
        package var code = ""
        /// Seconds since midnight of the day on which the run starts; nil at the first stop.
        package var arrival: Int32?
        /// Nil at the last stop.
        package var departure: Int32?
        package var platform = ""
        package var terminal = ""

        package init() {}
    }

    package var uid = ""
    package var number = ""
    package var title = ""
    /// One of `StationsList.transportTypes`.
    package var transportType = ""
    /// The code of the carrier.
    package var carrier: Int64?
    /// Bit 0 is Monday, bit 6 is Sunday.
    package var weekdays: UInt8 = 0
    /// First and last day of the weekly pattern; nil if it has none.
    package var start: FeedDate?
    package var end: FeedDate?
    /// Days of the pattern on which it does not run, in order.
    package var exceptDates: [FeedDate] = []
    /// Further days on which it runs, in order.
    package var extraDates: [FeedDate] = []
    /// At least two.
    package var stops: [Stop] = []

    package init() {}
}
