@testable import Apps
import Core
import Storage
import Testing

struct CruiseStopTests {
    @Test func `a route begins with its first day, whatever the order of its rows`() throws {
        let now = try #require(Timestamp("2026-11-28T10:00:00Z"))
        let stops: JSON = [
            ["day": 3, "city": "kazan"], ["day": 1, "city": "moscow"], ["city": "uglich"], ["day": 2],
        ]

        let cruise = LiveContent(
            id: "",
            type: Cruises.type,
            position: 0,
            createdAt: now,
            body: ["stops": stops]
        )

        #expect(cruise.stops.map(\.city) == ["moscow", "uglich", "kazan"])
    }
}
