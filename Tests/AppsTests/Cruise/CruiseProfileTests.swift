@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The user's own profile (cruise.md, calls 4 to 8).
struct CruiseProfileTests {
    // C12, C121, C122
    @Test(arguments: TestDatabase.all)
    func `a profile has exactly the requested fields`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let fields = "request_fields=id,%20phone,sex,roles,blocked_at"
            let wanted: JSON = ["id": .string(app.userID), "phone": "+79991234567", "sex": .null]
            for method in [HTTPRequest.Method.get, .post] {
                let reply = try await app.send(method, "User/GetByToken/\(app.token)?\(fields)")
                #expect(reply.status == 200 && reply.json == wanted)
            }
            let body: JSON = ["request_fields": ["username"]]
            #expect(
                try await app.post("User/GetByToken/\(app.token)", body).json == ["username": "+79991234567"]
            )
            #expect(
                try await app.profile().object?.keys.sorted() == [
                    "birthday", "citizenship_id", "email", "gets_promos", "id", "name", "passp_date",
                    "passp_number", "passp_type", "passp_vidan", "patronymic", "phone", "sex", "surname",
                    "username",
                ]
            )
        }
    }

    // C123, C124, C125, C129, C176
    @Test(arguments: TestDatabase.all)
    func `one field is saved at a time, and an empty one clears nothing`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let fields: [(String, JSON)] = [
                ("surname", "Петрова-Водкина"), ("name", "  Анна "), ("patronymic", "Ивановна"), ("sex", 2),
                ("birthday", "1990.05.13"), ("email", "Anna.P@mail-box.example.ru"),
            ]
            for (name, value) in fields { #expect(try await app.update([name: value]).status == 200) }
            let wanted: JSON = [
                "surname": "Петрова-Водкина", "name": "Анна", "patronymic": "Ивановна", "sex": 2,
                "birthday": "1990.05.13", "email": "anna.p@mail-box.example.ru",
            ]
            let names = "surname,name,patronymic,sex,birthday,email"
            #expect(try await app.profile(names) == wanted)

            let empty: JSON = [
                "surname": "", "name": .null, "patronymic": "  ", "sex": .null, "birthday": "", "email": "",
            ]
            #expect(try await app.update(empty).status == 200)
            #expect(try await app.profile(names) == wanted)
            #expect(try await app.update(["sex": "1"]).status == 200)
            #expect(try await app.profile("sex") == ["sex": 1])
        }
    }

    // C102, C103, C124, C128, C129, C131
    @Test(
        arguments: [
            ["name": "😀"], ["surname": "Иванов <b>"], ["patronymic": "Иван@"], ["sex": 3], ["sex": 0],
            ["birthday": "2026.11.22"], ["birthday": "1906.11.20"], ["birthday": "1990.13.01"],
            ["birthday": "1990.02.30"], ["birthday": "13/05/1990"], ["email": "a@b"], ["email": "@b.ru"],
            ["email": "a@@b.ru"], ["email": "a b@c.ru"], ["email": "a@-b.ru"], ["passp_type": 5],
            ["passp_type": 0],
            ["passp_number": "!"], ["passp_date": "2027.01.01"], ["citizenship_id": "nowhere"],
            ["name": ["ru": "Анна"]], ["email": 5],
        ] as [JSON]
    )
    func `a wrong value is refused, and changes nothing`(body: JSON) async throws {
        try await withVitrina { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let before = try await app.profile()
            let reply = try await app.update(body)
            #expect((reply.status, reply.cruiseCode) == (400, 400), "\(reply.text)")
            #expect(try await app.profile() == before)
        }
    }

    // C102, C128, C131
    @Test func `the longest texts are taken, and one character more is not`() async throws {
        try await withVitrina { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let local = String(repeating: "a", count: 64)
            let label = String(repeating: "b", count: 60)
            let email = "\(local)@\(label).\(label).\(label).\(String(repeating: "c", count: 6))"
            #expect(email.count == 254)
            let cases: [(String, String, String)] = [
                ("name", String(repeating: "я", count: 100), "я"),
                ("passp_vidan", String(repeating: "№", count: 200), "1"),
                ("email", email, "c"),
            ]
            for (name, text, more) in cases {
                #expect(try await app.update([name: .string(text)]).status == 200, "\(name)")
                #expect(try await app.update([name: .string(text + more)]).status == 400, "\(name)")
            }
        }
    }

    // C104, C126, C130
    @Test(arguments: TestDatabase.all)
    func `another document clears the fields of the former one, and the phone never changes`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let names = "passp_type,passp_number,passp_date,passp_vidan"
            for body: JSON in [
                ["passp_type": 1], ["passp_number": "4510123456"], ["passp_date": "2010.06.01"],
                ["passp_vidan": "ОУФМС России по г. Москве"],
            ] { #expect(try await app.update(body).status == 200) }
            #expect(
                try await app.profile(names) == [
                    "passp_type": 1, "passp_number": "4510 123456", "passp_date": "2010.06.01",
                    "passp_vidan": "ОУФМС России по г. Москве",
                ]
            )
            #expect(try await app.update(["passp_number": "45101234567"]).status == 400)
            #expect(try await app.update(["passp_type": 1]).status == 200)
            #expect(try await app.profile("passp_number") == ["passp_number": "4510 123456"])
            #expect(try await app.update(["passp_type": 2]).status == 200)
            #expect(
                try await app.profile(names) == [
                    "passp_type": 2, "passp_number": .null, "passp_date": .null, "passp_vidan": .null,
                ]
            )

            let other: JSON = ["phone": "+79990000001", "username": "admin", "id": "1", "blocked_at": "now"]
            #expect(try await app.update(other).status == 200)
            #expect(
                try await app.profile("id,phone,username") == [
                    "id": .string(app.userID), "phone": "+79991234567", "username": "+79991234567",
                ]
            )
        }
    }

    // C127
    @Test(arguments: TestDatabase.all)
    func `a number that only the username has is copied when the profile is opened`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            try await vitrina.database.write { connection in
                _ = try connection.execute("UPDATE cruise_users SET phone = NULL")
            }
            #expect(try await app.profile("phone") == ["phone": "+79991234567"])
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT phone FROM cruise_users").first?.get("phone", as: String?.self)
            }
            #expect(kept == "+79991234567")
            vitrina.clock.advance(by: .seconds(61))
            #expect(try await app.askCode().status == 200)
        }
    }

    // C6, C12, C132
    @Test(arguments: TestDatabase.all)
    func `citizenships are sorted by name, and edited by staff`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let path = "User/GetCitizenships/\(app.token)"
            #expect(try await app.get(path).json == [])
            var ids: [String] = []
            for name in ["Россия", "Ёмен", "Армения", "Беларусь"] {
                let made = try await app.staff(.post, "citizenships?publish=true", ["name": .string(name)])
                #expect(made.status == 201, "\(made.text)")
                ids.append(made.id)
            }
            for method in [HTTPRequest.Method.get, .post] {
                let reply = try await app.send(method, path)
                #expect(
                    reply.json.array?.compactMap { $0["name"]?.string } == [
                        "Армения", "Беларусь", "Ёмен", "Россия",
                    ]
                )
                #expect(reply.json[0]?["id"] == .string(ids[2]))
            }
            #expect(try await app.update(["citizenship_id": .string(ids[0])]).status == 200)
            #expect(try await app.profile("citizenship_id") == ["citizenship_id": .string(ids[0])])
        }
    }

    // C7, C29, C33
    @Test(arguments: TestDatabase.all)
    func `the id of the analytics is saved for the user who is signed in`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            let body: JSON = ["user_id": .string(app.userID), "ym_client_id": "1700000000123"]
            #expect(try await app.post("User/SaveYmClientId", body).status == 401)
            #expect(try await app.post("User/SaveYmClientId", body, bearer: true).status == 200)
            let other: JSON = ["user_id": "00000000-0000-7000-8000-000000000001", "ym_client_id": "2"]
            #expect(try await app.post("User/SaveYmClientId", other, bearer: true).cruiseCode == 401)
            #expect(try await app.post("User/SaveYmClientId", [:], bearer: true).cruiseCode == 400)
            let saved = try await vitrina.database.read { connection in
                try connection.rows("SELECT ym_client_id FROM cruise_users").first?
                    .get("ym_client_id", as: String?.self)
            }
            #expect(saved == "1700000000123")
        }
    }
}
