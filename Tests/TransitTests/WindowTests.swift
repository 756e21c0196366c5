import TestSupport
import Testing

@testable import Transit

/// The stations of a part of the map.
struct WindowTests {
    /// A grid of stations, each a degree from the next, of which the later ones have more threads.
    private func grid(_ side: Int) -> Timetable {
        var builder = Timetable.Builder()
        builder.addCountry(225, title: "Russia", titleEn: nil)
        builder.add(SettlementRow(code: 1, country: 225, title: "Town", zone: "Europe/Moscow"))
        builder.addCalendar(1, RunningDays(from: 0, to: 10, weekdays: 127))
        for index in 0..<side * side {
            var station = StationRow(
                code: Int64(index + 1),
                country: 225,
                settlement: 1,
                title: "Station \(index + 1)",
                transport: index % 2 == 0 ? .train : .bus
            )
            station.point = Point(latitude: Double(index / side), longitude: Double(index % side))
            station.isHidden = index == 1
            builder.add(station)
        }
        let last = Int64(side * side)
        for (id, station) in [(Int64(1), last), (2, last), (3, last - 1)] {
            let stops = [
                ThreadRow.Stop(station: station, arrival: nil, departure: 0),
                ThreadRow.Stop(station: 1, arrival: 60, departure: nil),
            ]
            builder.add(
                ThreadRow(
                    id: id,
                    uid: "t\(id)",
                    transport: .plane,
                    calendar: 1,
                    zone: "Europe/Moscow",
                    stops: stops
                )
            )
        }
        return builder.build()
    }

    @Test func `a window has its stations, the most served first, and no hidden one`() throws {
        let timetable = grid(10)
        let whole = try #require(MapWindow(south: -1, west: -1, north: 20, east: 20))

        let all = timetable.stations(in: whole, countMax: 1_000)

        #expect(all.total == 99 && all.stations.count == 99)
        #expect(all.stations.prefix(3).map { timetable.stations[Int($0)].code } == [1, 100, 99])
        let part = try #require(MapWindow(south: 2, west: 3, north: 4, east: 5))
        let codes = timetable.stations(in: part, countMax: 1_000).stations.map {
            timetable.stations[Int($0)].code
        }
        #expect(Set(codes) == [24, 25, 26, 34, 35, 36, 44, 45, 46])
    }

    @Test func `many stations are thinned out to one of a cell`() throws {
        let timetable = grid(10)
        let whole = try #require(MapWindow(south: -1, west: -1, north: 20, east: 20))

        let (stations, total) = timetable.stations(in: whole, countMax: 9)

        #expect(total == 99 && (1...9).contains(stations.count))
        #expect(stations.first.map { timetable.stations[Int($0)].code } == 1)
        #expect(stations.contains { timetable.stations[Int($0)].code == 100 })
        #expect(timetable.stations(in: whole, countMax: 0).stations.count == 1)
    }

    @Test func `a station is of the kinds of its threads too`() throws {
        let timetable = grid(4)
        let whole = try #require(MapWindow(south: -1, west: -1, north: 20, east: 20))

        let planes = timetable.stations(in: whole, transports: [.plane], countMax: 100).stations

        #expect(Set(planes.map { timetable.stations[Int($0)].code }) == [1, 15, 16])
        #expect(timetable.stations(in: whole, transports: [.water], countMax: 100).total == 0)
    }

    @Test func `a window with wrong edges is none`() {
        #expect(MapWindow(south: 10, west: 0, north: 5, east: 1) == nil)
        #expect(MapWindow(south: -91, west: 0, north: 5, east: 1) == nil)
        #expect(MapWindow(south: .nan, west: 0, north: 5, east: 1) == nil)
        #expect(MapWindow(south: 0, west: 0, north: 5, east: 181) == nil)
        #expect(Timetable().extent == nil)
    }
}
