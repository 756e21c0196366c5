import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The user's own profile (A54–A58, A67–A75).
struct AccountProfileTests {
    // A54, A55, A57
    @Test(arguments: TestDatabase.all)
    func `a user has every field, and null for what is not there`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            let user = try #require(await app.user.object)
            let id = try #require(user["id"]?.string)
            #expect(id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
            let texts = ["id", "login", "name", "firstName", "phone", "clientId", "inviteCode"]
            for name in texts { #expect(user[name]?.string != nil, "\(name)") }
            let absent = [
                "lastName", "surName", "email", "birthday", "room", "base", "fcm", "photoUrl", "gender",
                "cityId",
                "vkUrl", "sourceUrl", "groups", "spheres", "types", "genres", "styles", "tools", "sourceId",
                "music",
                "typeInfo", "notifications",
            ]
            for name in absent { #expect(user[name] == .null, "\(name)") }
            #expect(user["isConfirmed"] == false && user["hasProfilePoints"] == false)
            #expect(user["parts"] == [] && user["balance"] == 100)
            // The name and the phone of sixteen.
            #expect(user["fillFactor"] == 12)
            #expect(user.count == texts.count + absent.count + 5)
        }
    }

    // A55, A93 as far as the app sees it
    @Test(arguments: TestDatabase.all)
    func `parts that matter are told`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember()
            let client = try await app.user["clientId"]?.string ?? ""
            let (now, random) = (vitrina.services.now(), vitrina.services.random)
            let parts: [(String?, Int, Bool, Int)] = [
                (nil, 0, false, 15), ("d1", 500, false, 0), ("d2", 0, true, 0), ("d3", 0, false, 0),
            ]
            try await vitrina.database.write { connection in
                for (domain, forfeit, isBanned, discount) in parts {
                    try connection.execute(
                        """
                        INSERT INTO accounts_parts (id, client_id, domain_id, name, forfeit, is_banned, discount, channels,
                            updated_at)
                        VALUES (\(Identifier.new(at: now, random: random)), \(client), \(domain), 'Зона', \(forfeit),
                            \(isBanned), \(discount), \(#"[{"kind":"card","name":"Карта","prepayUrl":null}]"#), \(now))
                        """
                    )
                }
            }
            let told = try await app.user["parts"]?.array ?? []
            #expect(told.count == 3)
            #expect(told[0]["name"] == "Мобильный" && told[0]["domainId"] == .null)
            #expect(told[0]["discount"] == 15 && told[0]["isBanned"] == false && told[0]["forfeit"] == 0)
            #expect(told[1]["domainId"] == "d1" && told[1]["name"] == "Зона" && told[1]["terminal"] == .null)
            #expect(told[1]["channels"] == [["kind": "card", "name": "Карта", "prepayUrl": .null]])
            #expect(told[2]["isBanned"] == true)
        }
    }

    // A37, A70: such a login would name another user
    @Test(arguments: TestDatabase.all)
    func `an address that is somebody's login is nobody else's address`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            var owner = AccountApp(vitrina)
            try await owner.register(
                AccountApp.phone,
                ["login": "anna@example.ru", "email": "anna@example.ru"]
            )
            try await owner.logIn("anna@example.ru")
            #expect(try await owner.post("users/change", ["email": "new@example.ru"]).text == "ok")

            let stranger = try await vitrina.accountMember("9990000001")
            let change = try await stranger.post("users/change", ["email": "Anna@example.ru"])
            #expect(change.text == "Пользователь с таким номером или почтой уже зарегистрирован в системе")
            let registration = try await stranger.register("9990000002", ["email": "Anna@example.ru"])
            #expect(
                registration.text == "Пользователь с такими параметрами уже присутствует в базе данных"
            )
            #expect(try await owner.logIn("anna@example.ru").status == 200)
            #expect(try await owner.user["phone"] == "9067098559")
            #expect(try await owner.post("users/change", ["email": "anna@example.ru"]).text == "ok")
        }
    }

    // A67, A68, A69, A70
    @Test(arguments: TestDatabase.all)
    func `another address must be confirmed again, and be nobody else's`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            _ = try await vitrina.accountMember("9990000001", email: "taken@example.ru")
            _ = try await app.post("users/send-confirm")
            _ = try await app.get(vitrina.confirmLink())
            #expect(try await app.user["isConfirmed"] == true)

            for email in ["", "   ", "Anna@Example.ru"] {
                #expect(try await app.post("users/change", ["email": email]).text == "ok")
                #expect(try await app.user["isConfirmed"] == true, "\(email)")
            }
            for email in ["anna", "ivan@mail", "a@b@c", "anna@exa mple.ru", "анна@пример.рф"] {
                let reply = try await app.post("users/change", ["email": email])
                #expect((reply.status, reply.text) == (400, "Неверный адрес электронной почты"))
            }
            let taken = try await app.post("users/change", ["email": "Taken@example.ru", "lastName": "Нет"])
            #expect(taken.text == "Пользователь с таким номером или почтой уже зарегистрирован в системе")
            #expect(try await app.user["lastName"] == .null)
            #expect(try await app.post("users/change", ["email": "New@example.ru"]).text == "ok")
            let user = try await app.user
            #expect(user["email"] == "new@example.ru" && user["isConfirmed"] == false)
        }
    }

    // A72, A73, A74, A75; accounts.md 6.14
    @Test(arguments: TestDatabase.all)
    func `only what is sent and may be sent is changed`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            let before = try #require(await app.user.object)
            #expect(try await app.post("users/change", ["fcm": "push-token"]).text == "ok")
            #expect(try await app.user == .object(before.merging(["fcm": "push-token"]) { $1 }))

            let hostile = [
                "phone": "9990000001", "login": "root-user", "isConfirmed": "true", "balance": "9999",
                "id": "1",
                "parts": "[]", "inviteCode": "11111", "clientId": "x", "hasProfilePoints": "true",
                "role": "owner",
            ]
            #expect(try await app.post(fields: "users/change", hostile).text == "ok")
            #expect(try await app.user == .object(before.merging(["fcm": "push-token"]) { $1 }))
            for (name, value) in [("firstName", "Аня"), ("name", "Анечка")] {
                _ = try await app.post(fields: "users/change", [name: value])
                let user = try await app.user
                #expect(user["name"] == .string(value) && user["firstName"] == .string(value))
            }
            _ = try await app.post(
                "users/change",
                ["notifications": "1,2,5", "birthday": "13.05.1990 00:00:00"]
            )
            let user = try await app.user
            #expect(user["notifications"] == "1,2,5" && user["birthday"] == "1990-05-13T00:00:00")
            for (name, value) in [("notifications", "1,7"), ("birthday", "1990-13-01")] {
                #expect(try await app.post(fields: "users/change", [name: value]).status == 400)
            }
        }
    }

    /// Fifteen of the sixteen fields, with the name, the phone and the address.
    private static let almostWhole = [
        "lastName": "Соколова", "surName": "Ивановна", "birthday": "1990-05-13", "gender": "2",
        "photoUrl": "https://example.ru/a.jpg", "cityId": "7", "vkUrl": "https://vk.com/a", "spheres": "1",
        "types": "1,2", "genres": "рок", "styles": "блюз", "tools": "гитара",
    ]

    @Test(arguments: TestDatabase.all)
    func `a whole profile is known where it is worth no points`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            _ = try await app.post(fields: "users/change", Self.almostWhole)
            #expect(try await app.user["hasProfilePoints"] == false)
            _ = try await app.post("users/change", ["music": "https://example.ru/music"])
            let user = try await app.user
            #expect(user["fillFactor"] == 100 && user["hasProfilePoints"] == true)
            #expect(user["balance"] == 100)
            #expect(try await vitrina.accountEvents().filter { $0.kind == "points" }.count == 1)
            #expect(try await vitrina.booksBalance)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a whole profile brings points once`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            try await vitrina.setAccounts(["points_profile": 50])
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            var fields = Self.almostWhole
            _ = try await app.post(fields: "users/change", fields)
            #expect(try await app.user["fillFactor"] == 93)
            for _ in 0..<2 {
                fields["music"] = "https://example.ru/music"
                _ = try await app.post(fields: "users/change", fields)
                let user = try await app.user
                #expect(user["fillFactor"] == 100 && user["hasProfilePoints"] == true)
                #expect(user["balance"] == 150)
            }
            #expect(try await vitrina.booksBalance)
        }
    }
}
