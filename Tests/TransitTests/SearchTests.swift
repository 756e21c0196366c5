import Storage
import Testing

@testable import Transit

/// The searches against one that looks at everything, on thousands of random timetables.
@Suite struct SearchTests {
    /// A test that finds less on its random timetables proves nothing.
    private static let enough = 20

    // T25, T26, T27, T32, T35, T36
    @Test(arguments: 0..<8) func `a direct search finds what a look at everything finds`(part: UInt64) {
        var count = 0
        for seed in part * 250..<(part + 1) * 250 {
            var country = SmallCountry(seed: seed)
            let (origins, destinations, day) = (country.end(), country.end(), country.day())
            var search = DirectSearch(country.timetable)
            let found = search.rides(from: origins, to: destinations, on: day).rides
            let slow = SlowSearch(timetable: country.timetable).direct(
                from: origins,
                to: destinations,
                on: day
            )
            #expect(Set(found) == slow, "seed \(seed)")
            count += found.count
            #expect(found.map(\.departure) == found.map(\.departure).sorted(), "seed \(seed)")
        }
        #expect(count > Self.enough)
    }

    // T40, T43
    @Test(arguments: 0..<8) func `a search with changes finds what a look at everything finds`(part: UInt64) {
        var count = 0
        for seed in part * 250..<(part + 1) * 250 {
            var country = SmallCountry(seed: seed)
            let (origins, destinations, day) = (country.end(), country.end(), country.day())
            var search = JourneySearch(country.timetable, to: destinations, on: day)
            let found = search.journeys(from: origins)
            let slow = SlowSearch(timetable: country.timetable).journeys(
                from: origins,
                to: destinations,
                on: day
            )
            #expect(
                Set(found.map { [$0.departure, $0.arrival, Int64($0.rides.count)] }) == slow,
                "seed \(seed)"
            )
            count += found.count { $0.rides.count > 1 }
            for journey in found { #expect(isSound(journey, country.timetable), "seed \(seed)") }
        }
        #expect(count > Self.enough)
    }

    private func isSound(_ journey: Journey, _ timetable: Timetable) -> Bool {
        zip(journey.rides, journey.rides.dropFirst()).allSatisfy { ride, next in
            let here = timetable.stop(ride.thread, Int(ride.alighting)).station
            let there = timetable.stop(next.thread, Int(next.boarding)).station
            guard let time = timetable.changeTime(here, there) else { return false }
            return next.departure >= ride.arrival + Int64(time)
        }
    }

    // T51, T52
    @Test func `a board has what a look at everything finds`() {
        var count = 0
        for seed in UInt64(0)..<1_000 {
            var country = SmallCountry(seed: seed)
            let station = Int32.random(
                in: 0..<Int32(country.timetable.stations.count),
                using: &country.generator
            )
            let day = country.day()
            for event in Board.Event.allCases {
                var board = Board(country.timetable, of: station, event)
                let found = board.entries(on: day).timed.map {
                    [
                        Int64($0.thread), Int64($0.position),
                        (event == .departure ? $0.departure : $0.arrival) ?? 0,
                    ]
                }
                let slow = SlowSearch(timetable: country.timetable).board(of: station, event, on: day)
                #expect(Set(found) == slow, "seed \(seed)")
                #expect(found.count == slow.count, "seed \(seed)")
                count += found.count
            }
        }
        #expect(count > Self.enough)
    }

    // T28
    @Test func `without a day each thread comes once`() {
        for seed in UInt64(0)..<500 {
            var country = SmallCountry(seed: seed)
            let (origins, destinations, day) = (country.end(), country.end(), country.day())
            var search = DirectSearch(country.timetable)
            let found = search.rides(from: origins, to: destinations, near: day).rides
            #expect(Set(found.map(\.thread)).count == found.count)
            let slow = SlowSearch(timetable: country.timetable)
            for day in SmallCountry.days {
                let threads = slow.direct(from: origins, to: destinations, on: day).map(\.thread)
                #expect(Set(threads).isSubset(of: found.map(\.thread)), "seed \(seed)")
            }
        }
    }
}
