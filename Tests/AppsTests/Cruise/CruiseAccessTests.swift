@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Pages of other sites, the captcha, the form of refusals, and the rights of staff.
struct CruiseAccessTests {
    // C11
    @Test func `only pages of trusted sites may read the answers`() async throws {
        try await withVitrina { vitrina in
            let app = try await CruiseWorld(vitrina)
            try await vitrina.setCruise(["trusted_origins": "https://a.example, https://b.example:8443"])
            let allow = HTTPField.Name.accessControlAllowOrigin
            let paths = ["App/GetLatestVersion", "User/GetByToken/x", "Nowhere"]
            for path in paths {
                for origin in ["https://a.example", "https://b.example:8443"] {
                    let reply = try await app.send(.get, path, headers: [.origin: origin])
                    #expect(reply.headers[allow] == origin, "\(path) \(reply.status)")
                    #expect(reply.headers[.vary]?.contains("Origin") == true)
                }
                for origin in ["https://a.example.evil.example", "http://a.example", "null"] {
                    let reply = try await app.send(.get, path, headers: [.origin: origin])
                    #expect(reply.headers[allow] == nil, "\(path) \(origin)")
                }
                #expect(try await app.get(path).headers[allow] == nil)
            }
            for (origin, allowed) in [("https://a.example", "https://a.example"), ("https://c.example", nil)]
            {
                let preflight = try await app.send(
                    .options,
                    "User/Callback",
                    headers: [.origin: origin, .accessControlRequestMethod: "POST"]
                )
                #expect((preflight.status, preflight.headers[allow]) == (204, allowed))
            }
            try await vitrina.setCruise(["trusted_origins": "*"])
            let any = try await app.send(.get, paths[0], headers: [.origin: "https://c.example"])
            #expect(any.headers[allow] == "https://c.example")
            let mall = try await vitrina.send(
                .get,
                "/api/v1/offers",
                headers: [.origin: "https://c.example"],
                as: nil
            )
            #expect(mall.headers[allow] == "*")
        }
    }

    // C11
    @Test func `an answer that is kept follows the same rule over HTTP`() async throws {
        try await withVitrina { vitrina in
            try await withHTTP(vitrina) { url in
                let client = HTTPClient()
                for origin in [
                    nil, "https://kruiz.online", "https://evil.example", nil, "https://evil.example",
                ] {
                    let answer = try await client.send(
                        "GET",
                        "\(url)/api/v3/App/GetLatestVersion",
                        headers: origin.map { [(name: "Origin", value: $0)] } ?? []
                    )
                    guard let origin else { continue }
                    let allowed = answer.headers["access-control-allow-origin"]
                    #expect(allowed == (origin == "https://kruiz.online" ? origin : nil))
                }
            }
        }
    }

    // C30
    @Test(arguments: TestDatabase.all)
    func `a captcha is required after some requests, and checked over HTTP`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await withReceiver { receiver in
                let app = try await CruiseWorld(vitrina)
                try await vitrina.setCruise(["captcha_after": 2, "code_pause": 0, "codes_per_phone": 0])
                for _ in 1...2 { #expect(try await app.askRegistration().status == 200) }
                let asked = try await app.askRegistration()
                #expect((asked.status, asked.cruiseCode) == (400, 5016))
                #expect(asked.json["message"] == "Captcha required")

                let body: JSON = ["login": .string(app.phone), "captcha_token": "solved&ip=1"]
                #expect(try await app.post("Auth/Register", body).cruiseCode == 5016)
                let no = "\(receiver.url)/says/200/%7B%22status%22%3A%22failed%22%7D"
                try await vitrina.setCruise(["captcha_secret": "server=secret", "captcha_url": .string(no)])
                #expect(try await app.post("Auth/Register", body).cruiseCode == 5016)
                let yes = "/says/200/%7B%22status%22%3A%22ok%22%7D"
                try await vitrina.setCruise(["captcha_url": .string(receiver.url + yes)])
                #expect(try await app.post("Auth/Register", body).status == 200)
                let sent = try await receiver.received(yes)
                #expect(sent.count == 1)
                #expect(sent[0].text.hasPrefix("secret=server%3Dsecret&token=solved%26ip%3D1&ip="))
                #expect(sent[0].headers["content-type"] == "application/x-www-form-urlencoded")
                try await vitrina.setCruise(["captcha_url": .string("\(receiver.url)/fails")])
                #expect(try await app.post("Auth/Register", body).cruiseCode == 5016)

                vitrina.clock.advance(by: .seconds(3600))
                #expect(try await app.askRegistration().status == 200)
            }
        }
    }

    // C30
    @Test(arguments: TestDatabase.all)
    func `a secret setting is never shown again`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let path = "/admin/api/v1/settings/cruise"
            func secret(_ reply: Vitrina.Reply) -> JSON? {
                reply.json.items.first { $0["name"] == "captcha_secret" }
            }
            let set = try await vitrina.send(.patch, path, ["captcha_secret": "hush-hush"], as: Vitrina.owner)
            #expect(secret(set)?["value"] == .string(AppSetting.mask) && secret(set)?["kind"] == "secret")
            #expect(!set.text.contains("hush-hush"))
            let mask: JSON = ["captcha_secret": .string(AppSetting.mask), "captcha_after": 3]
            #expect(try await vitrina.send(.patch, path, mask, as: Vitrina.owner).status == 200)
            let kept = try await vitrina.services.appSettings.of("cruise")
            #expect(kept.text("captcha_secret") == "hush-hush" && kept.integer("captcha_after") == 3)
            let audit = try await AuditLog(database: vitrina.database).list().entries
            #expect(!audit.contains { $0.detail.text.contains("hush-hush") })
            _ = try await vitrina.send(.patch, path, ["captcha_secret": ""], as: Vitrina.owner)
            #expect(secret(try await vitrina.send(.get, path, as: Vitrina.viewer))?["value"] == "")
        }
    }

    // C1, C2, C3, C4
    @Test func `every call of people is there, and a refusal is JSON with an integer and a text`()
        async throws
    {
        try await withVitrina { vitrina in
            let app = try await CruiseWorld(vitrina)
            let calls: [(HTTPRequest.Method, String)] = [
                (.get, "Auth/BySmsWithCaptcha"), (.post, "Auth/BySmsWithCaptcha"), (.post, "Auth/Register"),
                (.post, "Auth/GetTokenBySms"), (.post, "User/SaveYmClientId"), (.get, "User/GetByToken/x"),
                (.post, "User/GetByToken/x"), (.post, "User/Update/x"), (.get, "User/GetCitizenships/x"),
                (.post, "User/GetCitizenships/x"), (.post, "User/Delete"), (.post, "User/Callback"),
                (.post, "User/SaveFcmToken"), (.post, "User/Logout"), (.get, "Internal/GetCallbacks"),
            ]
            for (method, path) in calls {
                let reply = try await app.send(method, path, method == .get ? nil : [:])
                #expect([400, 401].contains(reply.status), "\(path) \(reply.status)")
                #expect(reply.cruiseCode == Int64(reply.status), "\(path) \(reply.text)")
                #expect(reply.headers[.contentType] == "application/json; charset=utf-8")
                #expect(reply.json["message"]?.string?.allSatisfy(\.isASCII) == true)
            }
            let unknown = try await app.get("User/Nowhere")
            #expect((unknown.status, unknown.cruiseCode) == (404, 404))
            for text in ["[", "[]", "5", "null"] {
                let bytes = Array(text.utf8)
                let reply = try await vitrina.send(.post, "/api/v3/Auth/Register", bytes: bytes, as: nil)
                #expect((reply.status, reply.cruiseCode) == (400, 400), "\(text)")
            }
        }
    }

    // C13
    @Test func `the document describes every call of people`() async throws {
        try await withVitrina { vitrina in
            let app = try await CruiseWorld(vitrina)
            let document = try await app.get("openapi.json").json
            let calls = [
                "/Auth/BySmsWithCaptcha": ["get", "post"], "/Auth/Register": ["post"],
                "/Auth/GetTokenBySms": ["post"], "/User/SaveYmClientId": ["post"],
                "/User/GetByToken/{token}": ["get", "post"], "/User/Update/{token}": ["post"],
                "/User/GetCitizenships/{token}": ["get", "post"], "/User/Delete": ["post"],
                "/User/Callback": ["post"], "/User/SaveFcmToken": ["post"],
            ]
            for (path, methods) in calls {
                #expect(document["paths"]?[path]?.object?.keys.sorted() == methods, "\(path)")
            }
            #expect(document["components"]?["securitySchemes"]?["service"] != nil)
        }
    }

    // C167, C171
    @Test(arguments: TestDatabase.all)
    func `an order manager sees and blocks users, a content editor does not, an administrator may all`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            _ = try await app.update(["name": "Анна", "surname": "Соколова"])
            let manager = Author.viewer("Mira", may: [.readContent, .readPeople, .writePeople])
            for list in ["users", "callbacks", "devices"] {
                #expect(try await app.staff(.get, list, as: Vitrina.editor).status == 403)
                #expect(try await app.staff(.get, list, as: manager).status == 200)
            }
            let users = try await app.staff(.get, "users?q=\("СОКОЛОВА".percentEncoded)", as: manager)
            let user = try #require(users.json["items"]?[0])
            #expect(user["user"]?["name"] == "Соколова Анна" && user["state"] == "open")
            #expect(user["user"]?["phone"] == "+7 9•• ••• •• 67" && !users.text.contains("9991234567"))
            let shown = try await app.staff(.post, "users/\(app.userID)/reveal", as: manager)
            #expect(shown.json["phone"] == "+7 999 123-45-67")

            let block = "users/\(app.userID)/block"
            #expect(try await app.staff(.post, block, as: Vitrina.editor).status == 403)
            #expect(try await app.staff(.post, block, as: manager).status == 200)
            #expect(try await app.staff(.get, "users?state=blocked", as: manager).json["items"]?[0] != nil)
            #expect(try await app.staff(.post, "users/\(app.userID)/erase", as: manager).status == 200)
            let erased = try await app.staff(.get, "users/\(app.userID)", as: manager)
            #expect(erased.json["state"] == "erased" && erased.json["user"]?["name"] == .null)
            let settings = "/admin/api/v1/settings/cruise"
            #expect(try await vitrina.send(.patch, settings, ["jwt_days": 1], as: manager).status == 403)
            #expect(
                try await vitrina.send(.patch, settings, ["jwt_days": 1], as: Vitrina.owner).status == 200
            )
            let actions = try await AuditLog(database: vitrina.database).list().entries.map(\.action)
            for action in [AuditAction.personBlocked, .personErased, .personRevealed] {
                #expect(actions.filter { $0 == action.name }.count == 1, "\(action.name)")
            }
        }
    }

    // C167
    @Test(arguments: TestDatabase.all)
    func `the demo has forty people, once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld(vitrina)
            #expect(try await CruiseDemoPeople(vitrina.services).add() == 40)
            #expect(try await CruiseDemoPeople(vitrina.services).add() == 0)
            #expect(try await app.count("cruise_users") == 40)
            #expect(try await app.staff(.get, "callbacks?state=work").json["items"]?[0] != nil)
        }
    }
}
