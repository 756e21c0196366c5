import Testing

@testable import Transit

/// What a check of a timetable finds.
struct TimetableFaultTests {
    private static let zone = "Europe/Moscow"

    /// Moscow with stations 1 and 2, and a village without any; calendars of weekdays, weekends and no day.
    private func builder() -> Timetable.Builder {
        var builder = Timetable.Builder()
        builder.addCountry(225, title: "Russia", titleEn: nil)
        for code in [Int64(1), 2] {
            var town = SettlementRow(code: code, country: 225, title: "Town \(code)", zone: Self.zone)
            town.point = Point(latitude: 55.7, longitude: 37.6)
            builder.add(town)
        }
        for code in [Int64(1), 2] { builder.add(station(code, 55.7)) }
        for (id, weekdays) in [(Int64(1), UInt8(0b001_1111)), (2, 0b110_0000), (3, 0)] {
            builder.addCalendar(id, RunningDays(from: 20_000, to: 20_100, weekdays: weekdays))
        }
        return builder
    }

    private func station(_ code: Int64, _ latitude: Double, isHidden: Bool = false) -> StationRow {
        var row = StationRow(code: code, country: 225, settlement: 1, title: "\(code)", transport: .train)
        (row.point, row.isHidden) = (Point(latitude: latitude, longitude: 37.6), isHidden)
        return row
    }

    private func thread(_ id: Int64, at time: Int32, until end: Int32, calendar: Int64 = 1) -> ThreadRow {
        var row = ThreadRow(
            id: id,
            uid: "t\(id)",
            transport: .train,
            calendar: calendar,
            zone: Self.zone,
            stops: [
                ThreadRow.Stop(station: 1, arrival: nil, departure: time),
                ThreadRow.Stop(station: 2, arrival: end, departure: nil),
            ]
        )
        (row.number, row.carrier) = ("7", "c")
        return row
    }

    @Test func `a sound timetable has only an empty settlement`() {
        var builder = builder()
        builder.add(thread(1, at: 100, until: 200))

        #expect(builder.build().faults() == [.emptySettlement(1)])
    }

    @Test func `each fault is found`() throws {
        var builder = builder()
        builder.add(station(3, 55.7))
        builder.add(station(4, 55.7, isHidden: true))
        builder.add(station(5, 57.7))
        builder.add(thread(1, at: 100, until: 200))
        builder.add(thread(2, at: 100, until: 300))
        builder.add(thread(3, at: 100, until: 300, calendar: 2))
        builder.add(thread(4, at: 500, until: 400, calendar: 3))

        let faults = builder.build().faults()

        #expect(faults.contains(.unreachable(station: 2)) && faults.contains(.unreachable(station: 4)))
        #expect(!faults.contains(.unreachable(station: 3)), "a hidden station needs no thread")
        #expect(faults.contains(.backward(thread: 3, position: 1)))
        #expect(faults.contains(.neverRuns(calendar: 2)))
        #expect(faults.contains(.overlap(thread: 1, other: 0, station: 0)))
        let overlaps = faults.count { fault -> Bool in if case .overlap = fault { true } else { false } }
        #expect(overlaps == 1, "weekends do not meet weekdays")
        let far = faults.compactMap { fault -> Double? in
            if case .far(4, let kilometres) = fault { kilometres } else { nil }
        }
        #expect(try #require(far.first) > 222 && far[0] < 223)
        #expect(faults.count == 7)
    }

    // T38
    @Test func `a price of a thread hides those of places, and one of a place that is gone is none`() {
        func fares(_ lines: [(thread: Int64?, from: String?, to: String?, amount: Int64)]) -> [Int64] {
            var builder = builder()
            builder.add(thread(1, at: 100, until: 200))
            for line in lines {
                let fare = Fares.Fare(title: nil, currency: "RUB", amount: line.amount)
                builder.add(fare, thread: line.thread, from: line.from, to: line.to)
            }
            return builder.build().fares(of: 0, from: 0, to: 1).map(\.amount)
        }

        #expect(fares([(nil, "s1", "s2", 10), (1, nil, nil, 20)]) == [20])
        #expect(fares([(1, nil, nil, 20), (1, "s1", "c1", 30)]) == [30])
        #expect(fares([(nil, "c1", "s2", 10), (nil, "s1", "s2", 15)]) == [15])
        #expect(fares([(1, "s9", nil, 20), (1, "s9", "s8", 20), (9, nil, nil, 5)]) == [])
    }
}
