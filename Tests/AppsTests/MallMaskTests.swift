import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Staff without the right to read people get no more data than a list shows.
struct MallMaskTests {
    private static let mall = "/admin/api/v1/mall"
    private static let clerk = Author.viewer("Klim", may: [.readContent, .writePeople, .correctPoints])

    // M124, M125
    @Test(arguments: TestDatabase.all)
    func `a number is not found digit by digit, on any list`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 10, "type": "multiple"])
            let event = try await vitrina.event(["cost": 10])
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            let code = try await boris.my(.get, "").json["referral_code"] ?? .null
            _ = try await anna.my(.post, "/referral", ["referral_code": code])
            for path in ["/offers/\(offer)/attend", "/offers/\(offer)/activated", "/events/\(event)/attend"] {
                #expect(try await anna.my(.post, path).status == 200, "\(path)")
            }
            for path in [
                "points", "points/accounts", "gifts", "gifts/uses", "guests", "referrals",
            ] {
                func found(_ digits: String, _ author: Author = Vitrina.viewer) async throws -> Int {
                    let query = "\(Self.mall)/\(path)?phone=\(digits.percentEncoded)"
                    let reply = try await vitrina.send(.get, query, as: author)
                    return reply.status == 200 ? reply.json["items"]?.array?.count ?? -1 : -reply.status
                }
                #expect(try await found("01") > 0, "\(path)")
                #expect(try await found("+7 999 000-00-01") > 0, "\(path)")
                #expect(try await found("8 999 000-00-01") > 0, "\(path)")
                #expect(try await found("9990000001") == 0, "\(path)")
                for digits in ["001", "0001", "00001", "990000001"] {
                    #expect(try await found(digits) == -422, "\(path) \(digits)")
                    #expect(try await found(digits, MallUserTests.reader) > 0, "\(path) \(digits)")
                }
            }
            let sums = "\(Self.mall)/points/sums?phone=001"
            #expect(try await vitrina.send(.get, sums, as: Vitrina.viewer).status == 422)
            // An attempt to erase a user shows nothing either.
            for (digits, status) in [("001", 422), ("01", 200)] {
                let erase = try await vitrina.send(
                    .post,
                    "\(Self.mall)/users/\(anna.userID)/erase?dry_run=true",
                    ["digits": .string(digits)],
                    as: Self.clerk
                )
                #expect(erase.status == status, "\(digits)")
            }
        }
    }

    // M125
    @Test(arguments: TestDatabase.all)
    func `each look under one key is a look, and is written down`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let key = HTTPField.Name("Idempotency-Key").map { [$0: "look"] as HTTPFields } ?? [:]
            for _ in 0..<2 {
                let look = try await vitrina.send(
                    .post,
                    "\(Self.mall)/users/\(anna.userID)/reveal",
                    headers: key,
                    as: MallUserTests.reader
                )
                #expect(look.status == 200 && look.json["phone"] == "+79990000001")
            }
            let audit = try await AuditLog(database: vitrina.database).list().entries
            #expect(audit.count { $0.action == "person.revealed" } == 2)
            #expect(try await vitrina.database.rowCounts()["idempotency_keys"] ?? 0 == 0)
        }
    }

    // M63, M124, M134
    @Test(arguments: TestDatabase.all)
    func `what was written by and about a person is for those who may read people`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let review: JSON = [
                "mobile_device_id": .string(anna.deviceID), "rating": 2, "text": "Тайна отзыва",
            ]
            #expect(try await anna.send(.post, "/app-feedback", review).status == 201)
            let own = "\(Self.mall)/users/\(anna.userID)"
            let correction: JSON = ["change": 5, "reason": "Тайна счёта"]
            let corrected = try await vitrina.send(.post, "\(own)/points", correction, as: Self.clerk)
            #expect(corrected.status == 201 && corrected.json["note"] == .null)
            let blocked = try await vitrina.send(
                .post,
                "\(own)/block",
                ["reason": "Тайна замка"],
                as: Self.clerk
            )
            #expect(blocked.status == 200 && blocked.json["block_reason"] == .null)
            for (path, words) in [
                (own, ["отзыва", "счёта", "замка"]), ("\(own)/entries", ["счёта"]),
                ("\(Self.mall)/points", ["счёта"]), ("\(Self.mall)/reviews", ["отзыва"]),
            ] {
                for author in [Vitrina.viewer, Vitrina.editor, Self.clerk] {
                    let masked = try await vitrina.send(.get, path, as: author)
                    #expect(masked.status == 200 && !masked.text.contains("Тайна"), "\(path)")
                }
                let whole = try await vitrina.send(.get, path, as: MallUserTests.reader).text
                for word in words { #expect(whole.contains("Тайна \(word)"), "\(path)") }
            }
            let line = try await vitrina.send(.get, "\(Self.mall)/reviews", as: Vitrina.viewer)
            #expect(line.json.items.first?["has_text"] == true)
        }
    }

    // M128
    @Test(arguments: TestDatabase.all)
    func `sums are of the ledger alone, and times have an index`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            _ = try await vitrina.member(2)
            func sums(_ query: String) async throws -> JSON {
                try await vitrina.send(.get, "\(Self.mall)/points/sums?\(query)", as: Vitrina.viewer).json
            }
            #expect(try await sums("phone=01") == sums("user=\(anna.userID)"))
            #expect(try await sums("phone=01")["count"] == 1)
            #expect(try await sums("")["count"] == 2)
            let indexes = try await vitrina.database.read { connection in
                let table: SQL =
                    switch connection.dialect {
                    case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'index'"
                    case .postgres:
                        "SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()"
                    }
                return try connection.rows(table).map { try $0.get("name", as: String.self) }
            }
            #expect(indexes.contains("points_entries_by_time"))
        }
    }
}
