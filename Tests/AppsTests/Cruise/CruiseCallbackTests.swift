@testable import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Requests to be called back, and the key of other programs (cruise.md, call 9, C10).
struct CruiseCallbackTests {
    // C83, C166
    @Test(arguments: TestDatabase.all)
    func `a call-back is in the list of staff, who take it and finish it`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld(vitrina)
            let cruise = "00000000-0000-7000-8000-00000000c001"
            let body: JSON = ["cruis_id": .string(cruise), "phone_number": "8 999 123-45-67", "type": 0]
            #expect(try await app.post("User/Callback", body).status == 200)
            let list = try await app.staff(.get, "callbacks?state=new")
            let callback = try #require(list.json["items"]?[0])
            let id = callback["id"]?.string ?? ""
            #expect(callback["phone"] == "+7 999 123-45-67" && callback["cruise_id"] == .string(cruise))
            #expect(callback["type"] == 0 && callback["assignee"] == .null)

            let added: JSON = ["email": "boss@cruise.example", "name": "Борис", "role": "viewer"]
            let staff = try await vitrina.send(.post, "/admin/api/v1/staff", added, as: Vitrina.owner)
            #expect(staff.status == 201, "\(staff.text)")
            let change: JSON = [
                "state": "work", "assignee": "boss@cruise.example", "note": "Звонить после 18",
            ]
            let changed = try await app.staff(.patch, "callbacks/\(id)", change)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(changed.json["assignee_name"] == "Борис" && changed.json["state"] == "work")
            let wrong = try await app.staff(.patch, "callbacks/\(id)", ["assignee": "nobody@cruise.example"])
            #expect(wrong.status == 422)
            #expect(try await app.staff(.post, "callbacks/\(id)/finish").json["state"] == "done")
            let mine = try await app.staff(.get, "callbacks?assignee=boss@cruise.example&state=done")
            #expect(mine.json.items.count == 1)
            let table = try await app.staff(.get, "callbacks/export")
            #expect(table.status == 200 && table.text.contains("999"))
            let audit = try await AuditLog(database: vitrina.database).list().entries
            #expect(audit.filter { $0.action == AuditAction.callbackChanged.name }.count == 2)
        }
    }

    // C166: two members of staff with the same page
    @Test(arguments: TestDatabase.all)
    func `a call-back is taken once and finished once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld(vitrina)
            let body: JSON = ["cruis_id": .null, "phone_number": "8 999 123-45-67"]
            #expect(try await app.post("User/Callback", body).status == 200)
            let id = try await app.staff(.get, "callbacks").json["items"]?[0]?["id"]?.string ?? ""
            #expect(try await app.staff(.post, "callbacks/\(id)/finish").status == 409)
            let taken = try await atOnce(0..<4) { _ in
                try await app.staff(.post, "callbacks/\(id)/take").status
            }
            #expect(taken.sorted() == [200, 409, 409, 409])
            #expect(try await app.staff(.post, "callbacks/\(id)/finish").status == 200)
            #expect(try await app.staff(.post, "callbacks/\(id)/take").status == 409)
            #expect(try await app.staff(.get, "callbacks/\(id)").json["state"] == "done")
            let gone = "00000000-0000-7000-8000-00000000c001"
            #expect(try await app.staff(.post, "callbacks/\(gone)/take").status == 404)
        }
    }

    // C83
    @Test(arguments: TestDatabase.all)
    func `a bad phone or cruise is refused, and so are too many calls`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld(vitrina)
            let wrong: [JSON] = [
                [:], ["phone_number": "123"], ["phone_number": .null], ["phone_number": ["+79991234567"]],
                ["phone_number": "+79991234567", "cruis_id": "x'; --"],
                ["phone_number": "+79991234567", "type": -1], ["phone_number": "+79991234567", "type": "a"],
            ]
            for body in wrong {
                let reply = try await app.post("User/Callback", body)
                #expect((reply.status, reply.cruiseCode) == (400, 400), "\(body.text)")
            }
            #expect(try await app.count("cruise_callbacks") == 0)
            let empty: JSON = ["cruis_id": .null, "phone_number": "+79991234567"]
            for _ in 1...5 { #expect(try await app.post("User/Callback", empty).status == 200) }
            let many = try await app.post("User/Callback", empty)
            #expect((many.status, many.cruiseCode) == (400, 400))
            #expect(many.headers[.retryAfter] != nil)
            #expect(try await app.count("cruise_callbacks") == 5)
        }
    }

    // C10
    @Test(arguments: TestDatabase.all)
    func `the service key opens the internal calls and nothing of a user`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = try await CruiseWorld.signedIn(vitrina)
            _ = try await app.post("User/Callback", ["phone_number": "+79990000009"])
            let key = "a-service-key-of-forty-characters-000000"
            let headers: HTTPFields = [.authorization: key]
            let closed = try await app.send(.get, "Internal/GetCallbacks", headers: headers)
            #expect((closed.status, closed.cruiseCode) == (401, 401))
            try await vitrina.setCruise(["service_key_hash": .string(CruiseServiceKey.digest(key))])

            let open = try await app.send(.get, "Internal/GetCallbacks", headers: headers)
            #expect(open.status == 200 && open.json[0]?["phone_number"] == "+79990000009")
            for other in ["", "Bearer \(key)", "\(key)x", "Bearer \(app.token)", app.token] {
                let headers: HTTPFields = other.isEmpty ? [:] : [.authorization: other]
                #expect(try await app.send(.get, "Internal/GetCallbacks", headers: headers).status == 401)
            }
            let body: JSON = ["ym_client_id": "1"]
            let user = try await app.send(.post, "User/SaveYmClientId", body, headers: headers)
            #expect((user.status, user.cruiseCode) == (401, 401))
            let path = try await app.send(.get, "User/GetByToken/\(key)", headers: headers)
            #expect(path.status == 401)
        }
    }
}
