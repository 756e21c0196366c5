import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The texts of messages, as staff change them.
struct AccountTemplateTests {
    private static let path = "/admin/api/v1/accounts/templates"

    private func put(
        _ vitrina: Vitrina,
        _ key: String,
        _ body: JSON,
        version: Int64 = 0,
        as author: Author = Vitrina.owner
    ) async throws -> Vitrina.Reply {
        let headers: HTTPFields = [.ifMatch: "\"\(version)\""]
        return try await vitrina.send(.put, "\(Self.path)/\(key)", body, headers: headers, as: author)
    }

    private static let mail = "Здравствуйте, {name}! Пароль: {password}"

    // A90
    @Test(arguments: TestDatabase.all)
    func `each message has a template, which is changed, and put back`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let list = try await vitrina.send(.get, Self.path, as: Vitrina.viewer)
            let keys = list.json.items.compactMap { $0["key"]?.string }
            #expect(keys == ["code", "registration", "restore", "email-confirm", "feedback"])
            #expect(list.json["items"]?.array?.allSatisfy { $0["is_standard"] == true } == true)

            let body: JSON = ["subject": "Пароль", "mail": .string(Self.mail), "sms": "Пароль: {password}"]
            let saved = try await put(vitrina, "restore", body)
            #expect(saved.status == 200 && saved.json["version"] == 1 && saved.json["changed_by"] == "Olga")
            #expect(saved.headers[.eTag] == "\"1\"")
            _ = try await vitrina.accountMember(email: "anna@example.ru")
            let visitor = AccountApp(vitrina)
            #expect(
                try await visitor.post("users/restore", ["email": "anna@example.ru", "sms": "false"]).status
                    == 200
            )
            let sent = try #require(await vitrina.lastMessage(.mail)).payload
            #expect(sent["subject"] == "Пароль")
            #expect(sent["text"]?.string?.hasPrefix("Здравствуйте, Анна! Пароль: ") == true)
            let address = try await put(
                vitrina,
                "feedback",
                ["subject": "О", "mail": "{text}", "address": "Boss@Mall.ru "]
            )
            #expect(address.json["address"] == "boss@mall.ru")

            let path = "\(Self.path)/restore"
            let reset = try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""], as: Vitrina.owner)
            #expect(reset.status == 200 && reset.json["is_standard"] == true && reset.json["version"] == 2)
            #expect(reset.json["mail"]?.string?.contains("{login}") == true)
            #expect(try await vitrina.auditCount("template.changed") == 2)
            #expect(try await vitrina.auditCount("template.reset") == 1)
        }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let key: String
        let body: JSON
        let pointers: [String]
        var testDescription: String { "\(key) \(body.text.prefix(70))" }
    }

    private static let long = String(repeating: "я", count: 801) + "{password}"

    // A91
    @Test(arguments: [
        Bad(key: "restore", body: [:], pointers: ["#/subject", "#/mail", "#/sms"]),
        Bad(
            key: "restore",
            body: ["subject": "П", "mail": "Пароль", "sms": "{password"],
            pointers: ["#/mail", "#/sms"]
        ),
        Bad(
            key: "restore",
            body: ["subject": "{code}", "mail": "{password} {Name}", "sms": "{password}}"],
            pointers: ["#/subject", "#/mail", "#/sms"]
        ),
        Bad(
            key: "restore",
            body: ["subject": "a\nb", "mail": "{password}\u{1}", "sms": .string(long)],
            pointers: ["#/subject", "#/mail", "#/sms"]
        ),
        Bad(
            key: "restore",
            body: ["subject": "П", "mail": "{{password}}", "sms": "{ password }"],
            pointers: ["#/mail", "#/sms"]
        ),
        Bad(
            key: "restore",
            body: ["subject": "П", "mail": "{password}", "sms": "{password}", "address": "a@b.ru"],
            pointers: ["#/address"]
        ),
        // Subjects are stored and shown even if the text is masked.
        Bad(
            key: "restore",
            body: ["subject": "{name}, {password}", "mail": "{password}", "sms": "{password}"],
            pointers: ["#/subject"]
        ),
        Bad(key: "email-confirm", body: ["subject": "{link}", "mail": "{link}"], pointers: ["#/subject"]),
        Bad(key: "code", body: ["sms": "Код"], pointers: ["#/sms"]),
        Bad(key: "code", body: ["sms": "   "], pointers: ["#/sms"]),
        Bad(key: "email-confirm", body: ["subject": "П", "mail": "Привет, {name}"], pointers: ["#/mail"]),
        Bad(
            key: "feedback",
            body: ["subject": "О", "mail": "{text}", "address": "nobody"],
            pointers: ["#/address"]
        ),
        Bad(
            key: "feedback",
            body: ["subject": 5, "mail": ["x"], "address": false],
            pointers: ["#/address", "#/subject", "#/mail"]
        ),
        Bad(key: "code", body: ["sms": "{code}", "html": "<b>"], pointers: ["#/html"]),
    ])
    func `what is wrong with a text stands at it, also in a preview, and nothing is kept`(
        row: Bad
    ) async throws {
        try await withAccounts { vitrina in
            let saved = try await put(vitrina, row.key, row.body)
            let preview = try await vitrina.send(
                .post,
                "\(Self.path)/\(row.key)/preview",
                row.body,
                as: Vitrina.viewer
            )
            for reply in [saved, preview] {
                #expect(reply.status == 422)
                let pointers = (reply.json["errors"]?.array ?? []).compactMap { $0["pointer"]?.string }
                #expect(pointers == row.pointers, "\(reply.text)")
            }
            let now = try await vitrina.send(.get, "\(Self.path)/\(row.key)", as: Vitrina.viewer)
            #expect(now.json["version"] == 0 && now.json["is_standard"] == true)
            #expect(try await vitrina.auditCount("template.changed") == 0)
        }
    }

    // A91
    @Test func `a preview shows mail and SMS with values, and how many SMS that is`() async throws {
        try await withAccounts { vitrina in
            func preview(_ sms: String) async throws -> JSON {
                let body: JSON = ["subject": "Для {name}", "mail": .string(Self.mail), "sms": .string(sms)]
                return try await vitrina.send(.post, "\(Self.path)/restore/preview", body, as: Vitrina.viewer)
                    .json
            }
            let short = try await preview("Пароль {password}")
            #expect(short["subject"] == "Для Анна")
            #expect(short["mail"]?.string?.contains("{") == false)
            #expect(short["sms_parts"] == 1 && short["sms_places_max"] == 70)
            let latin = try await preview(String(repeating: "x", count: 147) + " {password}")
            #expect(latin["sms_parts"] == 1 && latin["sms_places"] == 160)
            let more = try await preview(String(repeating: "x", count: 148) + " {password}")
            #expect(more["sms_parts"] == 2 && more["sms_places_max"] == 153)
            let russian = try await preview(String(repeating: "я", count: 60) + "{password}")
            #expect(russian["sms_parts"] == 2 && russian["sms_places_max"] == 67)
        }
    }

    // A90
    @Test(arguments: TestDatabase.all)
    func `of two editors at once one wins, and the other is told what is there`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind) { vitrina in
            let statuses = try await atOnce(0..<6) { number in
                try await put(vitrina, "code", ["sms": .string("\(number): {code}")]).status
            }
            #expect(statuses.sorted() == [200, 412, 412, 412, 412, 412])
            let late = try await put(vitrina, "code", ["sms": "late {code}"])
            #expect(late.status == 412 && late.text.contains(": {code}"))
            // A reset does not restore an old version.
            let path = "\(Self.path)/code"
            _ = try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\""], as: Vitrina.owner)
            #expect(try await put(vitrina, "code", ["sms": "late {code}"]).status == 412)
            #expect(try await put(vitrina, "code", ["sms": "late {code}"], version: 2).status == 200)
            let bare = try await vitrina.send(.put, path, ["sms": "{code}"], as: Vitrina.owner)
            #expect(bare.status == 428)
            let dry = try await vitrina.send(
                .put,
                "\(path)?dry_run=true",
                ["sms": "dry {code}"],
                headers: [.ifMatch: "\"3\""],
                as: Vitrina.owner
            )
            #expect(dry.status == 200)
            #expect(try await vitrina.send(.get, path, as: Vitrina.viewer).json["sms"] == "late {code}")
        }
    }

    // A90
    @Test func `only those with the right change texts`() async throws {
        try await withAccounts { vitrina in
            for author in [Vitrina.viewer, Vitrina.editor] {
                #expect(try await put(vitrina, "code", ["sms": "{code}"], as: author).status == 403)
            }
            let nothing = try await put(vitrina, "nothing", ["sms": "{code}"])
            #expect(nothing.status == 404)
            #expect(try await vitrina.send(.get, Self.path, as: nil).status == 401)
        }
    }
}
