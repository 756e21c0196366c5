import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// The keys of apps over days and servers.
struct TravelKeyTests {
    // T6
    @Test(arguments: TestDatabase.all)
    func `the limit of a day starts again at midnight`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            try await world.send(.patch, "keys/\(world.keyID)", ["per_day": 2], as: Vitrina.owner)
            for _ in 0..<2 { #expect(try await world.get("copyright/").status == 200) }
            try await vitrina.services.counts.flush()
            vitrina.clock.advance(by: .seconds(60))
            try await vitrina.services.refresh()
            #expect(try await world.get("copyright/").status == 429, "what is written down counts")

            vitrina.clock.advance(by: .seconds(86_400))
            try await vitrina.services.refresh()

            #expect(try await world.get("copyright/").status == 200)
        }
    }

    // T6
    @Test(arguments: TestDatabase.all)
    func `another server knows of a key that is off, and of what it was asked for`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let world = try await TravelWorld(vitrina)
            let there = try await vitrina.another()
            func ask() async throws -> Int {
                try await there.send(.get, "/v3.0/copyright/?apikey=\(world.key)", as: nil).status
            }
            #expect(try await ask() == 200)

            try await world.send(.patch, "keys/\(world.keyID)", ["per_day": 3], as: Vitrina.owner)
            for _ in 0..<3 { #expect(try await world.get("copyright/").status == 200) }
            try await vitrina.services.counts.flush()
            vitrina.clock.advance(by: .seconds(60))
            try await there.services.refresh()
            #expect(try await ask() == 429)

            try await world.send(.patch, "keys/\(world.keyID)", ["per_day": .null], as: Vitrina.owner)
            try await world.send(.post, "keys/\(world.keyID)/disable", as: Vitrina.owner)
            try await there.services.refresh()
            #expect(try await ask() == 401)
        }
    }

    // T15
    @Test func `a key is masked however its name is written`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let path = "search/?from=c1&%61pikey=\(world.key)"
            let error = try await world.get(path, key: false).json["error"]

            #expect(error?["http_code"] == 401 && error?["request"] == "/v3.0/search/?from=c1&apikey=***")
        }
    }

    // T78
    @Test func `requests that come at once share one list of stations`() async throws {
        try await withVitrina { vitrina in
            let world = try await TravelWorld(vitrina)

            let tags = try await atOnce(0..<20) { _ in
                try await world.get("stations_list/").headers[.eTag]
            }

            #expect(Set(tags).count == 1 && !tags.contains(nil))
        }
    }
}
