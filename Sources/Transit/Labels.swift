/// The labels of a journey search: the earliest arrival at each station by the number of rides, and how it came about.
struct Labels {
    private static let never = Int32.max

    /// The departure that is being tried.
    private(set) var departure: Int32 = 0
    private let count: Int
    /// By round and station; the earliest with so many rides or fewer decides what is new.
    private var arrivals: [Int32]
    private var readies: [Int32]
    private var legs: [Leg]
    private var origins: [Int32]

    init(stations count: Int, rounds: Int) {
        self.count = count
        let size = count * (rounds + 1)
        arrivals = [Int32](repeating: Self.never, count: size)
        readies = arrivals
        origins = [Int32](repeating: -1, count: size)
        legs = [Leg](repeating: .none, count: size)
    }

    private func place(_ station: Int32, _ round: Int) -> Int { round * count + Int(station) }

    func arrival(at station: Int32, in round: Int) -> Int32 { arrivals[place(station, round)] }
    func ready(at station: Int32, in round: Int) -> Int32 { readies[place(station, round)] }
    func leg(to station: Int32, in round: Int) -> Leg { legs[place(station, round)] }
    /// The ride on which the passenger who boards at a station has come.
    func origin(of station: Int32, in round: Int) -> Int32 { origins[place(station, round)] }

    mutating func begin(_ station: Int32, _ time: Int32) {
        departure = time
        origins[place(station, 0)] = station
    }

    /// True if it is earlier than every arrival with as many rides or fewer.
    mutating func arrive(at station: Int32, _ time: Int32, by leg: Leg, in round: Int) -> Bool {
        for round in 1...round where arrivals[place(station, round)] <= time { return false }
        arrivals[place(station, round)] = time
        legs[place(station, round)] = leg
        return true
    }

    /// True if one can board earlier than before with as many rides or fewer.
    mutating func getReady(at station: Int32, _ time: Int32, from origin: Int32, in round: Int) -> Bool {
        for round in 1...round where readies[place(station, round)] <= time { return false }
        readies[place(station, round)] = time
        origins[place(station, round)] = origin
        return true
    }
}

/// One ride of a journey under search.
struct Leg {
    static let none = Leg(run: RunLists.Run(thread: -1, serviceDay: 0, base: 0), boarding: 0, alighting: 0)

    let run: RunLists.Run
    let boarding: Int32
    let alighting: Int32
}
