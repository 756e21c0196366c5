@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Reviews (M63) and searches (M131) of users.
struct MallHeardTests {
    private static let mall = "/admin/api/v1/mall"

    private func items(_ vitrina: Vitrina, _ path: String) async throws -> [JSON] {
        try await vitrina.send(.get, "\(Self.mall)\(path)", as: Vitrina.viewer).json.items
    }

    // M57–M60, M63
    @Test(arguments: TestDatabase.all)
    func `reviews are listed with who, where, and what became of the mail`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["review_email": "mall@example.ru"])
            let anna = try await vitrina.member(1)
            var guest = MallApp(vitrina)
            try await guest.install()
            func rate(_ app: MallApp, _ rating: JSON, _ text: JSON) async throws {
                let body: JSON = ["mobile_device_id": .string(app.deviceID), "rating": rating, "text": text]
                #expect(try await app.send(.post, "/app-feedback", body).status == 201)
            }
            try await rate(anna, 2, "")
            try await rate(anna, 2, "Не нашла <script>alert(1)</script>")
            try await rate(guest, 5, "")
            let all = try await items(vitrina, "/reviews")
            #expect(all.count == 2)
            let low = try #require(try await items(vitrina, "/reviews?rating=2&has_text=true").first)
            #expect(low["user"]?["name"] == "А. С." && low["device"] == "iPhone 15, iOS 19.1")
            #expect(low["mail"] == "waiting" || low["mail"] == "kept")
            let high = try #require(try await items(vitrina, "/reviews?rating=5").first)
            #expect(high["user"] == .null && high["mail"] == .null && high["text"] == .null)
            let stats = try await vitrina.send(.get, "\(Self.mall)/reviews/stats", as: Vitrina.viewer).json
            #expect(stats["count"] == 2 && stats["average_percent"] == 350 && stats["with_text"] == 1)
            #expect(stats["ratings"]?["2"] == 1 && stats["last_30_days"]?["count"] == 2)
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            let later = try await vitrina.send(.get, "\(Self.mall)/reviews/stats", as: Vitrina.viewer).json
            #expect(later["last_30_days"]?["average_percent"] == .null)
        }
    }

    @Test func `one form of a search is counted`() {
        #expect(HeardSearch("  Кофе \n ЗЕРНО ", found: 1)?.text == "кофе зерно")
        #expect(HeardSearch(" \u{0}\t", found: 1) == nil)
        #expect(
            HeardSearch(String(repeating: "я", count: 5_000), found: 0)?.text.count
                == HeardSearch.textLengthMax
        )
        let tally = SearchTally()
        for number in 0...(SearchTally.textsMax + 50) {
            if let search = HeardSearch("слово \(number)", found: 0) { tally.note(search) }
        }
        #expect(tally.take().count == SearchTally.textsMax)
        #expect(tally.take().isEmpty)
    }

    // M131; also for answers from the cache of the channel
    @Test(arguments: TestDatabase.all)
    func `each search is counted, from memory or not, and pages are not`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            _ = try await vitrina.shop(in: [try await vitrina.category("food")], ["name": ["ru": "Зерно"]])
            let log = SearchLog(services: vitrina.services)
            try await withHTTP(vitrina) { url in
                let client = HTTPClient(timeout: .seconds(120), bodySizeMax: 1 << 20)
                let coffee = "%D0%97%D0%B5%D1%80%D0%BD%D0%BE"
                for path in [
                    "?name=\(coffee)", "?name=\(coffee)", "?name=\(coffee)", "?name=\(coffee)&start=15",
                    "?name=nothing%00here", "?name=", "",
                ] {
                    #expect(try await client.send("GET", "\(url)/api/v1/shops\(path)").status == 200)
                }
                _ = try await client.send("HEAD", "\(url)/api/v1/shops?name=\(coffee)")
            }
            // They are visible within the process too, and together with the saved counters.
            try await log.flush()
            _ = try await vitrina.app("/shops?name=%D0%B7%D0%B5%D1%80%D0%BD%D0%BE&mobileUserId=x")
            try await log.flush()
            try await log.flush()
            let found = try await items(vitrina, "/searches")
            #expect(found.compactMap { $0["text"]?.string } == ["зерно", "nothing here"])
            #expect(found.first?["count"] == 4 && found.first?["found"] == 1)
            #expect(try await items(vitrina, "/searches?found=none").count == 1)
            vitrina.clock.advance(by: .seconds(31 * 86_400))
            try await SearchLog.tidy(vitrina.services)
            #expect(try await items(vitrina, "/searches").count == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a log that is full makes room for what is typed now`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let start = vitrina.services.now()
            for batch in 0..<SearchLog.rowsMax / 1_000 {
                let lines = (0..<1_000).map { number -> SQL in
                    // The oldest text was typed twice.
                    let index = batch * 1_000 + number
                    let at = start.advanced(by: .seconds(index))
                    return "(\("слово \(index)"), \(index == 0 ? 2 : 1), 0, \(at))"
                }
                try await vitrina.database.write { connection in
                    _ = try connection.execute(
                        "INSERT INTO mall_searches (text, count, found, last_at) VALUES \(lines.joined(separator: ", "))"
                    )
                }
            }
            vitrina.clock.advance(by: .seconds(SearchLog.rowsMax))
            for text in ["кофе", "чай"] {
                if let search = HeardSearch(text, found: 1) { vitrina.services.searches.note(search) }
            }
            try await SearchLog(services: vitrina.services).flush()
            let kept = try await vitrina.database.read { connection in
                try Set(
                    connection.rows("SELECT text FROM mall_searches").map {
                        try $0.get("text", as: String.self)
                    }
                )
            }
            #expect(kept.count == SearchLog.rowsMax)
            #expect(kept.isSuperset(of: ["кофе", "чай", "слово 0", "слово 3"]))
            #expect(kept.isDisjoint(with: ["слово 1", "слово 2"]))
            // Texts that were all typed twice do not fill the log permanently either.
            try await vitrina.database.write { connection in
                _ = try connection.execute("UPDATE mall_searches SET count = 2")
            }
            vitrina.clock.advance(by: .seconds(1))
            if let search = HeardSearch("сок", found: 1) { vitrina.services.searches.note(search) }
            try await SearchLog(services: vitrina.services).flush()
            #expect(try await vitrina.database.rowCounts()["mall_searches"] == SearchLog.rowsMax)
            #expect(try await items(vitrina, "/searches?sort=last&limit=1").first?["text"] == "сок")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `servers that write searches down at once lose none`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let log = SearchLog(services: vitrina.services)
            try await atOnce(0..<8) { turn in
                for number in 0..<20 {
                    let text = "слово \((number + turn) % 20)"
                    if let search = HeardSearch(text, found: 0) {
                        vitrina.services.searches.note(search)
                    }
                }
                try await log.flush()
            }
            try await log.flush()
            let all = try await items(vitrina, "/searches?limit=100")
            #expect(all.count == 20)
            #expect(all.allSatisfy { $0["count"] == 8 })
        }
    }
}
