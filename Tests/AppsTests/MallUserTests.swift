import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The users of the app in the lists and pages of staff.
struct MallUserTests {
    static let users = "/admin/api/v1/mall/users"
    static let reader = Author.viewer("Rita", may: [.readContent, .readPeople])

    private func names(
        _ vitrina: Vitrina,
        _ query: String,
        as author: Author = MallUserTests.reader
    ) async throws -> [String] {
        let reply = try await vitrina.send(.get, "\(Self.users)?\(query)", as: author)
        return reply.json.items.map { $0["name"]?.string ?? "—" }
    }

    /// Three registered users, and one who has only requested a code.
    private func people(_ vitrina: Vitrina) async throws -> [MallApp] {
        try await vitrina.testMode()
        var apps: [MallApp] = []
        for (number, name) in [(1, "Анна Соколова"), (2, "Борис Ёлкин"), (3, "Вера Соколова")] {
            var app = MallApp(vitrina)
            try await app.signIn("+7999000000\(number)")
            let mail: JSON = .string("user\(number)@mail.ru")
            let body: JSON = ["token": .string(app.token), "name": .string(name), "email": mail]
            _ = try await app.my(.put, "", body)
            _ = try await app.my(.post, "/add-register")
            apps.append(app)
            vitrina.clock.advance(by: .seconds(60))
        }
        _ = try await MallApp(vitrina).send(.post, "/mobile-users/login", ["phone": "+79990000077"])
        return apps
    }

    // M127
    @Test(arguments: TestDatabase.all)
    func `people are found by digits, name, e-mail address and code`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let apps = try await people(vitrina)
            #expect(try await names(vitrina, "") == ["—", "Вера Соколова", "Борис Ёлкин", "Анна Соколова"])
            for (text, found) in [
                ("0001", ["Анна Соколова"]), ("+7 (999) 000-00-02", ["Борис Ёлкин"]),
                ("89990000003", ["Вера Соколова"]), ("соколова", ["Вера Соколова", "Анна Соколова"]),
                ("СОКОЛОВА анна", ["Анна Соколова"]), ("елкин", ["Борис Ёлкин"]),
                ("Е\u{308}лкин", ["Борис Ёлкин"]), ("user2@mail", ["Борис Ёлкин"]), ("user_@mail", []),
                ("%", []), ("никто", []), ("77", ["—"]),
            ] {
                #expect(try await names(vitrina, "q=\(text.percentEncoded)") == found, "\(text)")
            }
            let code = try await apps[1].my(.get, "").json["referral_code"]?.string ?? ""
            #expect(try await names(vitrina, "q=\(code)") == ["Борис Ёлкин"])
            let counted = try await vitrina.send(.get, "\(Self.users)?count=true&limit=1", as: Self.reader)
            #expect(counted.json["count"] == 4 && counted.json.items.count == 1)
        }
    }

    // M127
    @Test(arguments: TestDatabase.all)
    func `filters, orders and pages go together`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let apps = try await people(vitrina)
            let code = try await apps[0].my(.get, "").json["referral_code"] ?? .null
            _ = try await apps[1].my(.post, "/referral", ["referral_code": code])
            let body: JSON = ["token": .string(apps[2].token), "date_birth": "1991-04-03", "have_kids": true]
            _ = try await apps[2].my(.put, "", body)
            _ = try await apps[2].my(.post, "/survey")
            for (query, found) in [
                ("invited=true", ["Борис Ёлкин"]), ("surveyed=true", ["Вера Соколова"]),
                ("confirmed=false", ["—"]), ("gifts=true", []), ("blocked=true", []), ("erased=true", []),
                ("registered_from=2000-01-01T00:00:00Z&surveyed=false", ["Борис Ёлкин", "Анна Соколова"]),
                ("registered_until=2000-01-01T00:00:00Z", []),
                // 100 each, 300 for each side of the invitation, 100 for the survey.
                ("sort=-balance&confirmed=true&invited=false", ["Анна Соколова", "Вера Соколова"]),
                ("sort=balance&limit=2", ["—", "Вера Соколова"]),
                ("sort=created_at&limit=1", ["Анна Соколова"]),
            ] {
                #expect(try await names(vitrina, query) == found, "\(query)")
            }
            for sort in ["created_at", "-created_at", "balance", "-balance", "signed_in_at", "-signed_in_at"]
            {
                var (seen, cursor) = ([] as [String], nil as String?)
                repeat {
                    let more = cursor.map { "&cursor=\($0.percentEncoded)" } ?? ""
                    let path = "\(Self.users)?sort=\(sort)&limit=1\(more)"
                    let page = try await vitrina.send(.get, path, as: Self.reader).json
                    seen += (page["items"]?.array ?? []).compactMap { $0["id"]?.string }
                    cursor = page["next"]?.string
                } while cursor != nil && seen.count < 10
                #expect(seen.count == 4 && Set(seen).count == 4, "\(sort)")
            }
            for query in [
                "sort=name", "blocked=maybe", "limit=0", "limit=x", "cursor=1", "registered_from=someday",
                "q=\(String(repeating: "x", count: 101))", "who=anna", "sort=balance&cursor=x", "q=%00",
            ] {
                let reply = try await vitrina.send(.get, "\(Self.users)?\(query)", as: Self.reader)
                #expect(reply.status == 422, "\(query)")
            }
        }
    }

    // M124, M125
    @Test(arguments: TestDatabase.all)
    func `without the right, people stay masked on every way`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let anna = try await people(vitrina)[0]
            let id = anna.userID
            let devices = "/admin/api/v1/mall/devices"
            for path in [Self.users, "\(Self.users)/\(id)", devices, "\(devices)/\(anna.deviceID)"] {
                for author in [Vitrina.viewer, Vitrina.editor] {
                    let text = try await vitrina.send(.get, path, as: author).text
                    #expect(!text.contains("Соколова") && !text.contains("user1@"), "\(path)")
                    #expect(!text.contains("9990000001") && text.contains("+7 9•• ••• •• 01"), "\(path)")
                }
                #expect(try await vitrina.send(.get, path, as: nil).status == 401)
                let whole = try await vitrina.send(.get, path, as: Self.reader).text
                #expect(whole.contains("Анна Соколова") && !whole.contains("9990000001"), "\(path)")
            }
            let user = try await vitrina.send(.get, "\(Self.users)/\(id)", as: Vitrina.viewer).json
            #expect(user["name"] == "А. С." && user["email"] == "u•••@mail.ru" && user["is_masked"] == true)
            // A name or a number cannot be guessed part by part either.
            for text in ["соколова", "user1", "99900", "0000001", "0001", "001"] {
                #expect(
                    try await names(vitrina, "q=\(text.percentEncoded)", as: Vitrina.viewer) == [],
                    "\(text)"
                )
            }
            #expect(try await names(vitrina, "q=01", as: Vitrina.viewer) == ["А. С."])
            #expect(try await names(vitrina, "q=%2B79990000001", as: Vitrina.viewer) == ["А. С."])
            for path in ["export", "\(id)/reveal"] {
                let method: HTTPRequest.Method = path == "export" ? .get : .post
                #expect(
                    try await vitrina.send(method, "\(Self.users)/\(path)", as: Vitrina.editor).status == 403
                )
            }
        }
    }

    // M5, M11, M78, M92, M97, M127
    @Test(arguments: TestDatabase.all)
    func `one answer tells everything about a person`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let apps = try await people(vitrina)
            let (anna, boris) = (apps[0], apps[1])
            let shop = try await vitrina.shop()
            let offer = try await vitrina.offer(of: shop, ["cost": 60, "type": "multiple"])
            let event = try await vitrina.event(["cost": 20])
            let code = try await anna.my(.get, "").json["referral_code"] ?? .null
            _ = try await boris.my(.post, "/referral", ["referral_code": code])
            let body: JSON = ["token": .string(anna.token), "date_birth": "1991-04-03", "have_kids": true]
            _ = try await anna.my(.put, "", body)
            for path in [
                "/survey", "/offers/\(offer)/attend", "/offers/\(offer)/activated", "/events/\(event)/attend",
            ] {
                #expect(try await anna.my(.post, path).status == 200, "\(path)")
            }
            let push: JSON = ["enable_push_event": true]
            _ = try await anna.send(.put, "/mobile-device/\(anna.deviceID)/setting-push", push)
            let review: JSON = [
                "mobile_device_id": .string(anna.deviceID), "rating": 4, "text": "Хорошо",
            ]
            _ = try await anna.send(.post, "/app-feedback", review)

            let user = try await vitrina.send(.get, "\(Self.users)/\(anna.userID)", as: Self.reader).json

            #expect(user["name"] == "Анна Соколова" && user["email"] == "user1@mail.ru")
            #expect(user["phone"] == "+7 9•• ••• •• 01" && user["is_signed_in"] == true)
            #expect(user["date_birth"]?.string?.hasPrefix("1991-04-03") == true && user["have_kids"] == true)
            #expect(user["surveyed_at"]?.string != nil && user["registered_at"]?.string != nil)
            #expect(user["balance"] == 420 && user["earned"] == 500 && user["spent"] == 80)
            #expect(user["referral_code"] == code && user["invited_count"] == 1)
            #expect(user["invited"]?.array?.first?["user"]?["name"] == "Борис Ёлкин")
            #expect(user["invited"]?.array?.first?["points"] == 300)
            #expect(user["gifts"]?.array?.first?["title"] == "Кофе")
            #expect(user["gifts"]?.array?.first?["uses"]?.array?.count == 1)
            #expect(user["events"]?.array?.first?["title"] == "Каток")
            #expect(user["entries"]?.array?.count == 5 && user["entries_count"] == 5)
            #expect(user["push"] == ["event": true, "promotion": false, "children": false])
            let device = user["devices"]?.array?.first
            #expect(device?["model"] == "iPhone 15" && device?["is_current"] == true)
            #expect(device?["install_app"]?.string?.hasPrefix("2025-11-13") == true)
            #expect(user["app_evaluation"] == 4 && user["reviews"]?.array?.first?["text"] == "Хорошо")
            let other = try await vitrina.send(.get, "\(Self.users)/\(boris.userID)", as: Self.reader).json
            #expect(other["inviter"]?["name"] == "Анна Соколова" && other["is_invited"] == true)
            let path = "\(Self.users)/\(anna.userID)/entries?limit=2"
            let page = try await vitrina.send(.get, path, as: Vitrina.viewer).json
            #expect(page["items"]?.array?.count == 2 && page["next"]?.string != nil)
            for id in ["x", "00000000-0000-7000-8000-000000000000"] {
                for tail in ["", "/entries"] {
                    #expect(try await vitrina.send(.get, "\(Self.users)/\(id)\(tail)").status == 404)
                }
            }
        }
    }

    // M92
    @Test(arguments: TestDatabase.all)
    func `the survey is counted by age and children`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let apps = try await people(vitrina)
            for (app, birth, kids) in [(apps[0], "1991-04-03", true), (apps[1], "1950-01-01", false)] {
                let body: JSON = [
                    "token": .string(app.token), "date_birth": .string(birth), "have_kids": .bool(kids),
                ]
                _ = try await app.my(.put, "", body)
                #expect(try await app.my(.post, "/survey").status == 200)
            }
            let survey = try await vitrina.send(.get, "/admin/api/v1/mall/survey", as: Vitrina.viewer).json
            #expect(survey["registered"] == 3 && survey["taken"] == 2)
            #expect(survey["with_kids"] == 1 && survey["without_kids"] == 1)
            let ages = survey["ages"]?.array ?? []
            #expect(ages.reduce(0) { $0 + ($1["count"]?.integer ?? 0) } == 2)
            #expect(ages.last?["from"] == 65 && ages.last?["count"] == 1)
        }
    }
}
