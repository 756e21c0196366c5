import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The search as a phone asks for it, on a real connection.
struct CruiseFastTests {
    // C35, C46
    @Test(arguments: TestDatabase.all)
    func `the answer in the channel is the answer of the regular path`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let season = try await CruiseSeason(vitrina)
            let bodies: [JSON] = [
                ["limit": 20, "sort": "popular_desc"], ["limit": 2], ["filter": ["days": ["1-3"]]],
                ["sort": "cheapest"], ["filter": ["adults": 10]],
            ]
            let added = season.fields("added", "neva", from: "kazan", ["volga"], "2027-06-03", 3, ["5"])
            try await withHTTP(vitrina) { url in
                for round in 0..<3 {
                    if round == 2 { _ = try await vitrina.publish(Cruises.self, added) }
                    for body in bodies {
                        let regular = try await vitrina.send(.post, "/api/v3/Cruise/Filter", body, as: nil)
                        for origin in [nil, "https://web.example"] {
                            let (status, bytes) = try await Self.post(url, body, origin: origin)
                            #expect(status == regular.status && bytes == regular.bytes, "\(body.text)")
                        }
                    }
                }
            }
        }
    }

    // C60
    @Test func `a client over the limit is refused in the app's words`() async throws {
        let settings = WebSettings(publicURL: "https://cruise.example", rateLimit: 3)
        try await withVitrina(settings: settings) { vitrina in
            try await withHTTP(vitrina) { url in
                var statuses: [Int] = []
                for _ in 0..<5 { statuses.append(try await Self.post(url, [:]).status) }
                #expect(statuses.prefix(3) == [200, 200, 200] && statuses[4] != 200, "\(statuses)")
            }
        }
    }

    private static func post(
        _ url: String,
        _ body: JSON,
        origin: String? = nil
    ) async throws -> (status: Int, bytes: [UInt8]) {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let origin { headers.append((name: "Origin", value: origin)) }
        let answer = try await HTTPClient().send(
            "POST",
            url + "/api/v3/Cruise/Filter",
            headers: headers,
            body: .bytes(body.bytes)
        )
        return (answer.status, answer.body)
    }
}
