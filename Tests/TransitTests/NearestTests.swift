import TestSupport
import Testing

@testable import Transit

/// What is near a place, against a look at everything.
struct NearestTests {
    /// Places around the poles, the 180th meridian and a town.
    private func place(_ generator: inout SeededRandom) -> Point? {
        let centres: [(Double, Double)] = [(89.9, 10), (-89.9, 0), (60, 180), (55.7, 37.6)]
        let centre = centres.randomElement(using: &generator) ?? (0, 0)
        let latitude = centre.0 + Double.random(in: -1...1, using: &generator)
        var longitude = centre.1 + Double.random(in: -1.5...1.5, using: &generator)
        if longitude > 180 { longitude -= 360 }
        return Point(latitude: min(90, max(-90, latitude)), longitude: longitude)
    }

    // T61, T62
    @Test func `the index finds what a look at every station finds`() throws {
        var generator = SeededRandom(seed: 18)
        var builder = Timetable.Builder()
        builder.addCountry(225, title: "Russia", titleEn: nil)
        for code in Int64(1)...1_500 {
            var row = StationRow(
                code: code,
                country: 225,
                title: "",
                transport: code % 3 == 0 ? .bus : .train,
                zone: "UTC"
            )
            row.point = code % 50 == 0 ? nil : place(&generator)
            (row.kind, row.isHidden) = (code % 2 == 0 ? .busStop : .station, code % 7 == 0)
            builder.add(row)
        }
        let timetable = builder.build()
        var count = 0
        for _ in 0..<500 {
            let point = try #require(place(&generator))
            let distance = Double.random(in: 0...50, using: &generator)

            let found = timetable.stations(
                within: distance,
                of: point,
                kinds: [.station],
                transports: [.train]
            )

            let slow = timetable.stations.enumerated().filter { _, station in
                guard let there = station.point, station.kind == .station, station.transport == .train
                else { return false }
                return !station.isHidden && point.distance(to: there) <= distance
            }
            #expect(Set(found.map(\.index)) == Set(slow.map { Int32($0.offset) }))
            #expect(found.map(\.distance) == found.map(\.distance).sorted())
            count += found.count
        }
        #expect(count > 500)
    }
}
