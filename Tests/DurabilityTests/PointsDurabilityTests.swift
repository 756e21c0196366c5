import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Points if the program is killed during purchases: nothing lost, nothing double, and the sums agree.
@Suite(.serialized)
struct PointsDurabilityTests {
    private static let admin = "/admin/api/v1/mall"

    private static let now = Timestamp("2026-11-21T12:00:00Z") ?? .earliest

    // M107, M122, M143
    @Test(arguments: TestDatabase.all)
    func `purchases survive a kill, and one that is asked for again is not made twice`(
        kind: TestDatabase
    ) async throws {
        try await withPlace(kind, environment: ["VITRINA_MODE": "development"]) { place in
            try await place.change(Self.setting("test_mode"))
            try await place.change(Self.setting("fixed_code"))
            let bought = Locked([String]())
            let buyers = try await buyAndKill(place, noting: bought)

            #expect(bought.value.count >= 100)
            try await withProgram(on: place) { again in
                // A purchase without an answer is repeated, with its key.
                for buyer in buyers {
                    let key = ["Idempotency-Key: \(buyer.key.value)"]
                    let answer = try await again.send(
                        "POST",
                        buyer.path("attend"),
                        headers: buyer.headers + key
                    )
                    let repeated = try await again.send(
                        "POST",
                        buyer.path("attend"),
                        headers: buyer.headers + key
                    )
                    #expect(answer.status == 400 || answer.json == repeated.json)
                }
                var known: Set<String> = []
                for buyer in buyers {
                    let history = try await again.send(
                        "GET",
                        "/api/v1/mobile-users/\(buyer.id)/transactions",
                        headers: buyer.headers
                    )
                    known.formUnion(history.json.array?.compactMap { $0["id"]?.string } ?? [])
                }
                #expect(bought.value.allSatisfy { known.contains($0) })
            }
            let books = try await place.withDatabase { database in
                try await PointsLedger(database: database, now: { Self.now }, random: .system).verify()
            }
            #expect(books.isSound)
            #expect(books.entries > Int64(bought.value.count))
        }
    }

    // M107, M122, M143
    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `purchases survive a restart of PostgreSQL, each done once`() async throws {
        try await PostgresServer.with { server in
            try await withPlace(on: server, environment: ["VITRINA_MODE": "development"]) { place in
                try await place.change(Self.setting("test_mode"))
                try await place.change(Self.setting("fixed_code"))
                let bought = Locked([String]())
                try await withProgram(on: place) { program in
                    let buyers = try await makeBuyers(program)
                    let isOver = Locked(false)
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for buyer in buyers {
                            group.addTask {
                                try await onThread {
                                    try buy(buyer, program, noting: bought, until: isOver)
                                }
                            }
                        }
                        for isCrash in [true, false] {
                            try await progress(bought)
                            if isCrash { try await server.kill() } else { try await server.stop() }
                            try await server.startAgain()
                        }
                        try await progress(bought)
                        isOver.update { $0 = true }
                        try await group.waitForAll()
                    }
                }
                let (books, purchases) = try await place.withDatabase { database in
                    let books = try await PointsLedger(
                        database: database,
                        now: { Self.now },
                        random: .system
                    ).verify()
                    let rows = try await database.read { connection in
                        try connection.rows("SELECT id FROM points_entries WHERE cause = 'buy_offer'")
                    }
                    return (books, try rows.map { try $0.get("id", as: String.self) })
                }
                #expect(books.isSound)
                #expect(purchases.sorted() == bought.value.sorted())
            }
        }
    }

    /// Waits for another hundred purchases.
    private func progress(_ bought: Locked<[String]>) async throws {
        let goal = bought.value.count + 100
        let goesOn = try await holds { bought.value.count >= goal }
        try #require(goesOn, "Nobody can buy any more.")
    }

    /// Buys and uses, and repeats with the same key if the server could not answer.
    private func buy(
        _ buyer: Buyer,
        _ program: RunningProgram,
        noting bought: Locked<[String]>,
        until isOver: Locked<Bool>
    ) throws {
        let connection = try HTTPConnection(to: program)
        var number = 0
        while !isOver.value {
            number += 1
            let key = ["Idempotency-Key: \(buyer.id)-\(number)"]
            var answer = try connection.send("POST", buyer.path("attend"), headers: buyer.headers + key)
            while answer.status >= 500 {
                answer = try connection.send("POST", buyer.path("attend"), headers: buyer.headers + key)
            }
            try #require(answer.status == 200, "\(answer.text)")
            let id = try #require(answer.json["id"]?.string)
            bought.update { $0.append(id) }
            while try connection.send("POST", buyer.path("activated"), headers: buyer.headers).status >= 500 {
            }
        }
    }

    private static func setting(_ name: String) -> SQL {
        """
        INSERT INTO app_settings (app, name, value, changed_at, changed_by)
        VALUES ('mall', \(name), 'true', \(now), 'test')
        """
    }

    /// A user with points, and the key of their last request.
    private struct Buyer: Sendable {
        let id: String
        let token: String
        let offer: String
        let key = Locked("")

        var headers: [String] { ["token: \(token)"] }
        func path(_ act: String) -> String { "/api/v1/mobile-users/\(id)/offers/\(offer)/\(act)" }
    }

    /// Four users buy and use one gift repeatedly, and the program is killed meanwhile.
    private func buyAndKill(_ place: Place, noting bought: Locked<[String]>) async throws -> [Buyer] {
        let program = try await RunningProgram(on: place)
        do {
            let buyers = try await makeBuyers(program)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for buyer in buyers {
                    group.addTask { try await onThread { try buy(buyer, program, noting: bought) } }
                }
                group.addTask {
                    _ = try await holds { bought.value.count >= 100 }
                    try await program.kill()
                }
                try await group.waitForAll()
            }
            return buyers
        } catch {
            try await program.kill()
            throw error
        }
    }

    private func buy(_ buyer: Buyer, _ program: RunningProgram, noting bought: Locked<[String]>) throws {
        let connection = try HTTPConnection(to: program)
        for number in 0..<100_000 {
            let key = "\(buyer.id)-\(number)"
            buyer.key.update { $0 = key }
            do {
                let answer = try connection.send(
                    "POST",
                    buyer.path("attend"),
                    headers: buyer.headers + ["Idempotency-Key: \(key)"]
                )
                try #require(answer.status == 200, "\(answer.text)")
                let id = try #require(answer.json["id"]?.string)
                bought.update { $0.append(id) }
                _ = try connection.send("POST", buyer.path("activated"), headers: buyer.headers)
            } catch is HTTPConnection.Lost {
                return
            }
        }
    }

    private func makeBuyers(_ program: RunningProgram) async throws -> [Buyer] {
        let offer = try await makeOffer(program)
        var buyers: [Buyer] = []
        for number in 1...4 { buyers.append(try await makeBuyer(number, offer, program)) }
        return buyers
    }

    private func makeOffer(_ program: RunningProgram) async throws -> String {
        func make(_ type: String, _ body: JSON) async throws -> JSON {
            let answer = try await program.send("POST", "\(Self.admin)/\(type)?publish=true", body)
            return .string(try #require(answer.json["id"]?.string, "\(answer.text)"))
        }
        let category = try await make("categories", ["name": ["ru": "Еда"], "slug": "food"])
        let shop = try await make("shops", ["name": ["ru": "Зерно"], "floor": 1, "categories": [category]])
        let offer = try await make(
            "offers",
            [
                "name": ["ru": "Кофе"], "shop": shop, "cost": 1, "count": 1_000_000, "type": "single",
                "live_from": "2026-01-01T00:00:00Z", "live_until": "2036-01-01T00:00:00Z",
            ]
        )
        return offer.string ?? ""
    }

    private func makeBuyer(_ number: Int, _ offer: String, _ program: RunningProgram) async throws -> Buyer {
        func send(_ method: String, _ path: String, _ body: JSON, _ token: String = "") async throws -> JSON {
            try await program.send(method, "/api/v1\(path)", headers: ["token: \(token)"], body).json
        }
        let device = try await send(
            "POST",
            "/mobile-device",
            ["install_app": 1_763_000_000, "os": "iOS", "version_os": "19", "model": "iPhone"]
        )["id"]
        let phone = JSON.string("+7999000000\(number)")
        _ = try await send("POST", "/mobile-users/login", ["phone": phone])
        let user = try await send(
            "POST",
            "/mobile-users/auth",
            ["phone": phone, "smsCode": "000000", "mobileDeviceId": device ?? .null]
        )
        let id = try #require(user["id"]?.string, "\(user)")
        let token = try #require(user["remember_token"]?.string)
        let saved: JSON = ["token": .string(token), "name": "Анна", "email": "a@example.ru"]
        _ = try await send("PUT", "/mobile-users/\(id)", saved)
        _ = try await send("POST", "/mobile-users/\(id)/add-register", [:], token)
        // Enough points for the duration of this test.
        let gift: JSON = ["change": 100_000, "reason": "Проба"]
        let given = try await program.send("POST", "\(Self.admin)/users/\(id)/points", gift)
        try #require(given.status < 300, "\(given.text)")
        return Buyer(id: id, token: token, offer: offer)
    }
}
