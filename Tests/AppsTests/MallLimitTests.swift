import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The limits of codes with two servers on one database.
struct MallLimitTests {
    private static let phone = "+79990001122"

    // M71, M145
    @Test(arguments: TestDatabase.all)
    func `codes for one phone are counted on both servers`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let apps = [MallApp(vitrina), MallApp(try await vitrina.another())]
            let replies = try await atOnce(0..<12) { number in
                try await apps[number % 2]
                    .send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            }

            #expect(replies.count { 200..<300 ~= $0.status } == 5)
            #expect(replies.count { $0.status == 429 } == 7)
        }
    }

    // M71, M145
    @Test(arguments: TestDatabase.all)
    func `guesses are counted on both servers, and the right one comes too late`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(Self.phone)])
            let code = try await vitrina.code(of: Self.phone)
            var other = MallApp(try await vitrina.another())
            other.deviceID = app.deviceID
            let apps = [app, other]
            let statuses = try await atOnce(0..<10) { number in
                var app = apps[number % 2]
                let wrong = 100_000 + (Int(code) ?? 0) / 2 + number
                return try await app.enter(String(wrong), for: Self.phone).status
            }

            #expect(statuses.allSatisfy { $0 == 400 })
            for var app in apps { #expect(try await app.enter(code, for: Self.phone).status == 400) }
        }
    }

    // M145
    @Test(arguments: TestDatabase.all)
    func `one address cannot guess at many phones`(kind: TestDatabase) async throws {
        let settings = WebSettings(publicURL: "https://mall.example", trustedProxies: 1, rateLimit: 0)
        try await withVitrina(kind, settings: settings) { vitrina in
            try await vitrina.testMode()
            try await vitrina.set(["codes_per_address": 4])
            let apps = [MallApp(vitrina), MallApp(try await vitrina.another())]
            let from = try #require(HTTPField.Name("X-Forwarded-For"))
            var statuses: [Int] = []
            for number in 0..<9 {
                let reply = try await apps[number % 2].send(
                    .post,
                    "/mobile-users/login",
                    ["phone": .string("+7999000\(1_000 + number)")],
                    headers: [from: number == 8 ? "192.0.2.9" : "192.0.2.7"]
                )
                statuses.append(reply.status)
            }

            #expect(statuses == [201, 201, 201, 201, 429, 429, 429, 429, 201])
        }
    }

    // mall.md 6.17: visitors on the Wi-Fi of a mall come from one address.
    @Test(arguments: TestDatabase.all)
    func `each visitor has a share, and a token that nobody holds gives none`(kind: TestDatabase) async throws
    {
        let settings = WebSettings(publicURL: "https://mall.example", rateLimit: 10)
        try await withVitrina(kind, settings: settings) { vitrina in
            try await vitrina.testMode()
            var apps = [MallApp(vitrina), MallApp(vitrina)]
            for index in apps.indices {
                try await apps[index].signIn("+7999000100\(index)")
                vitrina.clock.advance(by: .seconds(60))
            }
            try await withHTTP(vitrina) { [apps] (url: String) async throws -> Void in
                func status(_ headers: [(name: String, value: String)]) async throws -> Int {
                    try await HTTPClient().send("GET", url + "/api/v1/offers", headers: headers).status
                }
                for app in apps {
                    for _ in 0..<10 { #expect(try await status([("token", app.token)]) == 200) }
                    #expect(try await status([("token", app.token)]) == 429)
                }
                // All spellings count for one user.
                #expect(try await status([("Authorization", "Bearer \(apps[0].token)")]) == 429)

                let madeUp = String(repeating: "a", count: 62)
                for number in 10..<20 { #expect(try await status([("token", "\(madeUp)\(number)")]) == 200) }
                for number in 20..<25 {
                    #expect(try await status([("token", "\(madeUp)\(number)")]) == 429)
                    #expect(try await status([("Authorization", "Bearer \(number)")]) == 429)
                }
                #expect(try await status([]) == 429)
            }
        }
    }
}
