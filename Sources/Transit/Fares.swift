/// Prices of threads, and of every thread between two places.
package struct Fares: Sendable {
    package struct Fare: Sendable, Hashable {
        package let title: String?
        package let currency: String
        /// In hundredths.
        package let amount: Int64

        package init(title: String?, currency: String, amount: Int64) {
            (self.title, self.currency, self.amount) = (title, currency, amount)
        }
    }

    /// An end of a price: a station, or all stations of a settlement.
    package enum End: Sendable, Hashable {
        case station(Int32)
        case settlement(Int32)
    }

    private struct Key: Hashable {
        let thread: Int32
        let origin: End?
        let destination: End?
    }

    private var fares: [Key: [Fare]] = [:]

    package init() {}

    mutating func add(_ fare: Fare, thread: Int32?, from origin: End?, to destination: End?) {
        fares[Key(thread: thread ?? -1, origin: origin, destination: destination), default: []].append(fare)
    }

    package var isEmpty: Bool { fares.isEmpty }

    /// The prices of a ride; those of its own thread hide those of every thread.
    func of(_ thread: Int32, from origin: [End], to destination: [End]) -> [Fare] {
        if fares.isEmpty { return [] }
        let ends = origin.flatMap { from in destination.map { (from as End?, $0 as End?) } }
        for thread in [thread, -1] {
            for (from, to) in ends {
                if let found = fares[Key(thread: thread, origin: from, destination: to)] { return found }
            }
            if let found = fares[Key(thread: thread, origin: nil, destination: nil)] { return found }
        }
        return []
    }
}

extension Timetable {
    /// The prices of a ride between two stations.
    package func fares(of thread: Int32, from origin: Int32, to destination: Int32) -> [Fares.Fare] {
        func ends(_ station: Int32) -> [Fares.End] {
            let settlement = stations[Int(station)].settlement
            return [.station(station)] + (settlement >= 0 ? [.settlement(settlement)] : [])
        }
        return fares.of(thread, from: ends(origin), to: ends(destination))
    }
}
