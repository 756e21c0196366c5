/// A thread as a row has it, with its stops.
package struct ThreadRow: Sendable {
    package struct Stop: Sendable, Hashable {
        package var station: Int64
        /// Seconds from the base of the service day.
        package var arrival: Int32?
        package var departure: Int32?
        package var platform: String?
        package var terminal: String?
        package var boarding: TransitStop.Boarding

        package init(
            station: Int64,
            arrival: Int32?,
            departure: Int32?,
            platform: String? = nil,
            terminal: String? = nil,
            boarding: TransitStop.Boarding = .both
        ) {
            (self.station, self.arrival, self.departure) = (station, arrival, departure)
            (self.platform, self.terminal, self.boarding) = (platform, terminal, boarding)
        }
    }

    package var id: Int64
    package var uid: String
    package var number = ""
    package var title = ""
    package var titleEn: String?
    package var shortTitle: String?
    package var transport: TransportKind
    package var subtype: String?
    package var vehicle: String?
    package var expressType: String?
    /// The stops in words: `везде`.
    package var stopping: String?
    package var carrier: String?
    package var calendar: Int64
    package var zone: String
    package var frequency: TransitThread.Frequency?
    package var isFuzzy = false
    package var stops: [Stop]

    package init(
        id: Int64,
        uid: String,
        transport: TransportKind,
        calendar: Int64,
        zone: String,
        stops: [Stop]
    ) {
        (self.id, self.uid, self.transport) = (id, uid, transport)
        (self.calendar, self.zone, self.stops) = (calendar, zone, stops)
    }
}
