/// One numbered train, bus or flight with its stops and days, as a timetable keeps it.
///
/// The word is the API's; GTFS says trip.
package struct TransitThread: Sendable {
    /// The row of the database.
    package let id: Int64
    package let uid: TextPool.ID
    package let number: TextPool.ID
    package let title: TextPool.ID
    package let titleEn: TextPool.ID
    package let shortTitle: TextPool.ID
    package let vehicle: TextPool.ID
    package let expressType: TextPool.ID
    package let stopping: TextPool.ID
    /// The subtype of the train, as JSON; empty if it has none.
    package let subtype: TextPool.ID
    /// The id of the carrier's entry; empty for none.
    package let carrier: TextPool.ID
    /// A thread without times that runs every so often.
    package let frequency: Frequency?
    let calendar: Int32
    let zone: UInt16
    package let transport: TransportKind
    package let isFuzzy: Bool
    package let firstStop: Int32
    package let stopCount: Int32

    /// Begin and end in seconds of the day, the seconds between two departures, and the words of the API.
    package struct Frequency: Sendable, Hashable {
        package let begin: Int32
        package let end: Int32
        package let headway: Int32
        package let density: String

        package init(begin: Int32, end: Int32, headway: Int32, density: String) {
            (self.begin, self.end, self.headway, self.density) = (begin, end, headway, density)
        }
    }
}

/// A stop of a thread; times are seconds from the base of its service day.
package struct TransitStop: Sendable {
    /// No time.
    static let none = Int32.min

    package let station: Int32
    let arrivalOrNone: Int32
    let departureOrNone: Int32
    package let platform: TextPool.ID
    package let terminal: TextPool.ID
    package let boarding: Boarding

    package var arrival: Int32? { arrivalOrNone == Self.none ? nil : arrivalOrNone }
    package var departure: Int32? { departureOrNone == Self.none ? nil : departureOrNone }

    /// The rules of boarding at a stop (GTFS `pickup_type`, `drop_off_type`).
    package enum Boarding: UInt8, Sendable, CaseIterable {
        case both, onlyOn, onlyOff, pass

        var allowsOn: Bool { self == .both || self == .onlyOn }
        var allowsOff: Bool { self == .both || self == .onlyOff }
    }
}
