import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Actions of staff on users: correct, block, sign out, reveal, erase, export.
struct MallUserActTests {
    private static let users = MallUserTests.users
    static let clerk = Author.viewer("Klim", may: [.readContent, .readPeople, .writePeople])

    private func act(
        _ vitrina: Vitrina,
        _ path: String,
        _ body: JSON? = nil,
        as author: Author = MallUserActTests.clerk
    ) async throws -> Vitrina.Reply {
        try await vitrina.send(.post, "\(Self.users)/\(path)", body, as: author)
    }

    static func audit(_ vitrina: Vitrina, _ action: String) async throws -> [JSON] {
        let reply = try await vitrina.send(.get, "/admin/api/v1/audit?limit=200", as: Vitrina.owner)
        return reply.json.items.filter { $0["action"]?.string == action }
    }

    // M134
    @Test(arguments: TestDatabase.all)
    func `a blocked user is signed out and stays out until unblocked`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var anna = try await vitrina.member(1)
            let (phone, id) = ("+79990000001", anna.userID)
            for body: JSON? in [nil, [:], ["reason": ""], ["reason": 1], ["reason": "a\nb"]] {
                #expect([400, 422].contains(try await act(vitrina, "\(id)/block", body).status))
            }
            #expect(try await act(vitrina, "\(id)/block", ["reason": "x"], as: Vitrina.editor).status == 403)
            let blocked = try await act(vitrina, "\(id)/block", ["reason": "Продаёт подарки"])
            #expect(blocked.status == 200 && blocked.json["is_blocked"] == true)
            #expect(
                blocked.json["block_reason"] == "Продаёт подарки" && blocked.json["is_signed_in"] == false
            )
            #expect(try await anna.my(.get, "").json["error_code"] == 11)
            #expect(try await anna.signIn(phone).status == 400)
            #expect(try await act(vitrina, "\(id)/unblock").json["is_blocked"] == false)
            #expect(try await act(vitrina, "\(id)/unblock").status == 200)
            #expect(try await anna.signIn(phone).status == 200)
            #expect(try await act(vitrina, "\(id)/sign-out").json["is_signed_in"] == false)
            #expect(try await anna.my(.get, "").json["error_code"] == 11)
            #expect(try await Self.audit(vitrina, "person.blocked").count == 1)
            #expect(try await Self.audit(vitrina, "person.unblocked").count == 1)
            #expect(try await Self.audit(vitrina, "person.signed-out").count == 1)
        }
    }

    // M125
    @Test(arguments: TestDatabase.all)
    func `each look at a whole number is written down`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let reveal = try await act(vitrina, "\(anna.userID)/reveal", as: MallUserTests.reader)
            #expect(reveal.status == 200 && reveal.json["phone"] == "+79990000001")
            let line = try await Self.audit(vitrina, "person.revealed").first
            #expect(line?["subject"]?.string == anna.userID && line?["by"]?.string == "Rita")
            let dry = try await vitrina.send(
                .post,
                "\(Self.users)/\(anna.userID)/reveal?dry_run=true",
                as: MallUserTests.reader
            )
            #expect(!dry.text.contains("0000001"))
            #expect(try await Self.audit(vitrina, "person.revealed").count == 1)
        }
    }

    // M124, M127
    @Test(arguments: TestDatabase.all)
    func `nothing personal is left of an erased user, and the books still balance`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["review_email": "boss@example.ru"])
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 60])
            var anna = MallApp(vitrina)
            try await anna.install(["idfa": "6d92078a-8246-4ba4-ae5b-76104861e7dc", "mac_address": "aa:bb"])
            try await anna.signIn("+79995550001")
            try await anna.register("Анна Соколова")
            let (id, device) = (anna.userID, anna.deviceID)
            let token: JSON = ["token": "push-token-of-anna"]
            _ = try await anna.send(.post, "/mobile-device/\(device)/token", token)
            _ = try await anna.my(.put, "", ["token": .string(anna.token), "gender": "female"])
            #expect(try await anna.my(.post, "/offers/\(offer)/attend").status == 200)
            let review: JSON = [
                "mobile_device_id": .string(device), "rating": 2, "text": "Это Анна, верните!",
            ]
            _ = try await anna.send(.post, "/app-feedback", review)
            _ = try await anna.send(.post, "/mobile-users/login", ["phone": "+79995550001"])

            for digits: JSON in ["", "1", "02", "x", 1, "55500015550001999"] {
                let refused = try await act(vitrina, "\(id)/erase", ["digits": digits])
                #expect(refused.status == 422, "\(digits)")
            }
            let body: JSON = ["digits": "01"]
            #expect(try await act(vitrina, "\(id)/erase", body, as: Vitrina.editor).status == 403)
            let erased = try await act(vitrina, "\(id)/erase", body)

            #expect(erased.status == 200 && erased.json["is_erased"] == true)
            #expect(erased.json["phone"] == .null && erased.json["name"] == .null)
            #expect(erased.json["balance"] == 40 && erased.json["gifts"]?.array?.count == 1)
            #expect(try await anna.my(.get, "").json["error_code"] == 11)
            let left = try await vitrina.allTexts()
            for text in [
                "9995550001", "Соколова", "anna@", "push-token", "6d92078a", "aa:bb", "верните", "female",
            ] {
                #expect(!left.contains(text), "\(text)")
            }
            #expect(try await vitrina.booksBalance)
            for (path, body) in [
                ("erase", body), ("block", ["reason": "x"]), ("reveal", nil), ("sign-out", nil),
            ] as [(String, JSON?)] {
                #expect(try await act(vitrina, "\(id)/\(path)", body).status == 409, "\(path)")
            }
            // The number is free, and its next owner is a new user.
            var other = MallApp(vitrina)
            #expect(try await other.signIn("+79995550001").status == 200)
            #expect(other.userID != id)
            #expect(try await other.my(.get, "").json["points_balance"] == 0)
        }
    }

    // M98, M124
    @Test(arguments: TestDatabase.all)
    func `numbers that somebody had, or was about to have, are forgotten too`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let (old, new, other) = ("+79995550001", "+79995550002", "+79995550003")
            var anna = MallApp(vitrina)
            try await anna.signIn(old)
            try await anna.register()
            _ = try await anna.send(.post, "/mobile-users/login", ["phone": .string(old)])
            _ = try await anna.my(.post, "/check-phone", ["phone": .string(new)])
            let code = try await vitrina.code(of: new)
            let body: JSON = ["phone": .string(new), "sms_code": .string(code)]
            #expect(try await anna.my(.put, "/change-phone", body).status == 200)
            #expect(try await !vitrina.texts(of: ["mall_users", "codes", "outbox"]).contains("9995550001"))

            // Two numbers that were never confirmed; the second is another user's now.
            for phone in [other, "+79995550004"] {
                _ = try await anna.my(.post, "/check-phone", ["phone": .string(phone)])
            }
            var stranger = MallApp(vitrina)
            try await stranger.install()
            _ = try await stranger.send(.post, "/mobile-users/login", ["phone": "+79995550004"])
            let digits: JSON = ["digits": "02"]
            #expect(try await act(vitrina, "\(anna.userID)/erase", digits).status == 200)
            let strangers = try await vitrina.code(of: "+79995550004")
            #expect(try await stranger.enter(strangers, for: "+79995550004").status == 200)
            // The counters of the old number expire with their window.
            vitrina.clock.advance(by: .seconds(601))
            try await vitrina.services.staff.removeExpired()
            let left = try await vitrina.allTexts()
            for phone in [old, new, other] { #expect(!left.contains(phone.dropFirst(2)), "\(phone)") }
        }
    }

    // M132, M135
    @Test(arguments: TestDatabase.all)
    func `the table of people computes nothing and is written down`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var eve = MallApp(vitrina)
            try await eve.signIn("+79990000666")
            try await eve.register("=HYPERLINK(\"http://evil.example\")")
            for number in 1...3 { _ = try await vitrina.member(number) }
            let path = "\(Self.users)/export"
            let file = try await vitrina.send(.get, path, as: MallUserTests.reader)
            #expect(file.status == 200)
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"users.csv\"")
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.count == 5 && lines.first?.hasPrefix("id,phone,name") == true)
            #expect(file.text.contains("'=HYPERLINK") && !file.text.contains("9990000666"))
            #expect(file.text.contains("'+7 9•• ••• •• 66") || file.text.contains("+7 9•• ••• •• 66"))
            let whole = try await vitrina.send(.get, "\(path)?phones=true&q=0666", as: MallUserTests.reader)
            #expect(whole.text.contains("79990000666"))
            #expect(whole.text.split(separator: "\r\n").count == 2)
            let details = try await Self.audit(vitrina, "loyalty.exported").compactMap { $0["detail"] }
            #expect(details.count == 2 && details.first?["phones"] == true)
            #expect(try await vitrina.send(.get, path, as: Vitrina.editor).status == 403)
            for query in ["limit=5", "sort=balance", "separator=x", "phones=maybe"] {
                let refused = try await vitrina.send(.get, "\(path)?\(query)", as: MallUserTests.reader)
                #expect(refused.status == 422, "\(query)")
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `many who erase one person at once do it once`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let statuses = try await atOnce(0..<5) { _ in
                try await act(vitrina, "\(anna.userID)/erase", ["digits": "0001"]).status
            }
            #expect(statuses.sorted() == [200, 409, 409, 409, 409])
            #expect(try await Self.audit(vitrina, "person.erased").count == 1)
        }
    }
}

extension Vitrina {
    /// All texts of all tables that may have data of a user.
    fileprivate func allTexts() async throws -> String {
        try await texts(of: [
            "mall_users", "mall_devices", "mall_reviews", "mall_gifts", "codes", "outbox", "limits", "audit",
            "points_entries", "notices", "idempotency_keys",
        ])
    }

    fileprivate func texts(of tables: [String]) async throws -> String {
        try await database.read { connection in
            try tables.map { table in "\(try connection.rows("SELECT * FROM \(name: table)"))" }
                .joined(separator: "\n")
        }
    }
}
