import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The ledger for staff, and corrections.
struct MallLedgerTests {
    private static let points = "/admin/api/v1/mall/points"
    private static let reader = Author.viewer("Rita", may: [.readContent, .readPeople])
    private static let clerk = Author.viewer("Klim", may: [.readContent, .correctPoints])

    private func correct(
        _ vitrina: Vitrina,
        _ user: String,
        _ change: JSON,
        _ reason: JSON = "Не сработал сканер",
        as author: Author = MallLedgerTests.clerk,
        headers: HTTPFields = [:]
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(
            .post,
            "/admin/api/v1/mall/users/\(user)/points",
            ["change": change, "reason": reason],
            headers: headers,
            as: author
        )
    }

    // M128
    @Test(arguments: TestDatabase.all)
    func `a correction reaches balance, history and audit`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let given = try await correct(vitrina, anna.userID, 640)
            #expect(given.status == 201)
            #expect(given.json["balance"] == 740 && given.json["change"] == 640)
            #expect(given.json["cause"] == "correction" && given.json["by"] == "Klim")
            #expect(try await correct(vitrina, anna.userID, -40, "Ошибка кассы").json["balance"] == 700)
            #expect(try await anna.balance == 700)
            let history = try await anna.my(.get, "/transactions").json.array ?? []
            #expect(
                history.compactMap { $0["type_transaction"]?.string }
                    == ["deductions_admin", "accrual_admin", "registration"]
            )
            // Staff's reasons are shown only to staff.
            #expect(!(try await anna.my(.get, "/transactions").text.contains("сканер")))
            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).json
            let deeds = audit["items"]?.array?.filter { $0["action"] == "points.corrected" } ?? []
            #expect(deeds.count == 2)
            #expect(deeds.first?["detail"]?["reason"] == "Ошибка кассы")
            #expect(try await vitrina.booksBalance)
        }
    }

    // M128, mall.md 6.15: never below zero
    @Test(arguments: TestDatabase.all)
    func `what cannot be corrected changes nothing`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let wrong: [(JSON, JSON)] = [
                (0, "x"), ("100", "x"), (try JSON(parsing: "1.5"), "x"), (nil, "x"), (1_000_001, "x"),
                (-101, "Слишком много"),
                (9_223_372_036_854_775_807, "x"), (10, ""), (10, "   "), (10, nil), (10, 5),
                (10, .string(String(repeating: "я", count: 501))), (10, "a\u{0}b"), (10, "две\nстроки"),
            ]
            for (change, reason) in wrong {
                let reply = try await correct(vitrina, anna.userID, change, reason)
                #expect(reply.status == 422, "\(change.text) \(reason.text)")
            }
            let below = try await correct(vitrina, anna.userID, -101)
            #expect(below.json["errors"]?.array?.first?["pointer"] == "#/change")
            #expect(below.text.contains("100"))
            for stranger in ["00000000-0000-7000-8000-000000000000", "nobody", "1'; DROP TABLE mall_users"] {
                let path = stranger.percentEncoded
                #expect(try await correct(vitrina, path, 10).status == 404)
            }
            for author in [Vitrina.editor, Vitrina.viewer, Self.reader] {
                #expect(try await correct(vitrina, anna.userID, 10, as: author).status == 403)
            }
            let extra = try await vitrina.send(
                .post,
                "/admin/api/v1/mall/users/\(anna.userID)/points",
                ["change": 1, "reason": "x", "balance": 5],
                as: Self.clerk
            )
            #expect(extra.status == 422)
            #expect(try await anna.balance == 100)
            #expect(try await vitrina.database.rowCounts()["points_entries"] == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a correction is tried out, and done once under its key`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let dry = HTTPField.Name("X-Dry-Run").map { [$0: "true"] as HTTPFields } ?? [:]
            #expect(try await correct(vitrina, anna.userID, 50, headers: dry).json["balance"] == 150)
            #expect(try await anna.balance == 100)
            let key = HTTPField.Name("Idempotency-Key").map { [$0: "once"] as HTTPFields } ?? [:]
            for _ in 0..<3 {
                #expect(try await correct(vitrina, anna.userID, 50, headers: key).json["balance"] == 150)
            }
            #expect(try await anna.balance == 150)
        }
    }

    // Two concurrent purchases with the last points
    @Test(arguments: TestDatabase.all)
    func `two who take the last points at once take them once`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let statuses = try await atOnce(0..<8) { _ in
                try await correct(vitrina, anna.userID, -60).status
            }
            #expect(statuses.count { $0 == 201 } == 1)
            #expect(try await anna.balance == 40)
            #expect(try await vitrina.booksBalance)
        }
    }

    // M128, M131
    @Test(arguments: TestDatabase.all)
    func `the ledger is narrowed by cause, sign, person, offer and time`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 30])
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2, points: 100))
            vitrina.clock.advance(by: .seconds(3600))
            let later = vitrina.services.now().description
            _ = try await anna.my(.post, "/offers/\(offer)/attend")
            _ = try await correct(vitrina, boris.userID, -20)
            func count(_ query: String) async throws -> Int {
                try await vitrina.send(.get, "\(Self.points)?\(query)", as: Vitrina.viewer)
                    .json["items"]?.array?.count ?? -1
            }
            #expect(try await count("") == 4)
            #expect(try await count("cause=buy_offer") == 1)
            #expect(try await count("sign=minus") == 2)
            #expect(try await count("user=\(anna.userID)&sign=plus") == 1)
            #expect(try await count("phone=02") == 2)
            #expect(try await count("subject=\(offer)") == 1)
            #expect(try await count("from=\(later)") == 2)
            #expect(try await count("until=\(later)&programme=issued") == 2)
            let bought = try await vitrina.send(.get, "\(Self.points)?cause=buy_offer", as: Vitrina.viewer)
            let subject = bought.json.items.first?["subject"]
            #expect(subject?["title"] == "Кофе" && subject?["shop"] == "Зерно")
            let sums = try await vitrina.send(.get, "\(Self.points)/sums", as: Vitrina.viewer).json
            #expect(sums["plus"] == 200 && sums["minus"] == -50 && sums["count"] == 4)
            #expect(sums["programme"]?["issued"] == -200 && sums["programme"]?["spent"] == 30)
            #expect(sums["programme"]?["corrections"] == 20)
            let verified = try await vitrina.send(.get, "\(Self.points)/verify", as: Vitrina.viewer).json
            #expect(verified["is_sound"] == true && verified["balance"] == 150)
            for query in ["phone=1", "phone=002", "subject=%00"] {
                let reply = try await vitrina.send(.get, "\(Self.points)?\(query)", as: Vitrina.viewer)
                #expect(reply.status == 422, "\(query)")
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `pages have every line once, the newest first`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            for number in 1...9 { _ = try await correct(vitrina, anna.userID, .integer(Int64(number))) }
            var (numbers, cursor): ([Int64], String?) = ([], nil)
            repeat {
                let query = "limit=4" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try await vitrina.send(.get, "\(Self.points)?\(query)", as: Vitrina.viewer).json
                numbers += (page["items"]?.array ?? []).compactMap { $0["number"]?.integer }
                cursor = page["next"]?.string
            } while cursor != nil
            #expect(numbers.count == 10)
            #expect(numbers == numbers.sorted(by: >))
        }
    }

    // Personal data
    @Test(arguments: TestDatabase.all)
    func `names are whole only for those who may read them, phones for nobody`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let plain = try await vitrina.send(.get, Self.points, as: Vitrina.editor)
            let person = plain.json.items.first?["user"]
            #expect(person?["name"] == "А. С." && person?["email"] == "a•••@example.ru")
            #expect(person?["phone"] == "+7 9•• ••• •• 01")
            let whole = try await vitrina.send(.get, Self.points, as: Self.reader)
            let known = whole.json.items.first?["user"]
            #expect(known?["name"] == "Анна Соколова" && known?["phone"] == "+7 9•• ••• •• 01")
            #expect(!plain.text.contains("79990000001") && !whole.text.contains("79990000001"))
            let own = try await vitrina.send(
                .get,
                "/admin/api/v1/mall/users/\(anna.userID)/points",
                as: Vitrina.viewer
            )
            #expect(own.json["balance"] == 100)
            let found = try await vitrina.send(.get, "\(Self.points)/accounts?phone=01", as: Vitrina.viewer)
            #expect(found.json.items.count == 1)
            #expect(try await vitrina.send(.get, "\(Self.points)/accounts", as: Vitrina.viewer).status == 422)
        }
    }

    // M132
    @Test(arguments: TestDatabase.all)
    func `the table of the ledger is safe in a spreadsheet, and its taking is audited`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            _ = try await correct(vitrina, anna.userID, 5, "=HYPERLINK(\"http://evil\")")
            for author in [Vitrina.editor, Vitrina.viewer, Self.clerk] {
                #expect(try await vitrina.send(.get, "\(Self.points)/export", as: author).status == 403)
            }
            let file = try await vitrina.send(
                .get,
                "\(Self.points)/export?bom=true&separator=;&cause=correction",
                as: Self.reader
            )
            #expect(file.status == 200)
            #expect(file.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(file.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.count == 2)
            #expect(file.text.contains("'=HYPERLINK"))
            #expect(!file.text.contains("79990000001"))
            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).json
            let deeds = audit["items"]?.array?.filter { $0["action"] == "loyalty.exported" } ?? []
            #expect(deeds.count == 1)
            #expect(deeds.first?["detail"]?["cause"] == "correction")
            let wrong = try await vitrina.send(.get, "\(Self.points)/export?separator=x", as: Self.reader)
            #expect(wrong.status == 422)
        }
    }
}
