import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// HTTP features that tools expect of the admin API.
struct AdminDoorTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test(arguments: TestDatabase.all)
    func `a star in If-Match is any version of what is there`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let created = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])
            let path = "\(Self.tags)/\(created.id)"

            for (method, part) in [
                (HTTPRequest.Method.put, "/publication"), (.put, "/archive"), (.delete, ""),
            ] {
                let changed = try await vitrina.send(method, path + part, headers: [.ifMatch: "*"])
                #expect(200..<300 ~= changed.status, "\(part) \(changed.text)")
            }

            let missing = "\(Self.tags)/019ac001-0000-7000-8000-000000000000"
            #expect(try await vitrina.send(.delete, missing, headers: [.ifMatch: "*"]).status == 404)
            #expect(try await vitrina.send(.delete, path).status == 428)
            #expect(try await vitrina.send(.delete, path, headers: [.ifMatch: "\"1\", *"]).status == 400)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `part of an id finds it where it may be known, and both where it fits two`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            var ids: [String] = []
            for name in ["а", "б"] {
                ids.append(try await vitrina.send(.post, Self.tags, ["name": ["ru": .string(name)]]).id)
            }
            let find = { (place: String, part: Substring) in
                try await vitrina.send(.get, "/admin/api/v1/ids?in=\(place)&part=\(part)")
            }
            let found = { (answer: JSON) in
                Set((answer["items"]?.array ?? []).compactMap { $0["id"]?.string })
            }

            #expect(found(try await find("mall/tags", ids[0].suffix(12)).json) == [ids[0]])
            #expect(found(try await find("contents", ids[1].suffix(12)).json) == [ids[1]])
            #expect(found(try await find("mall/tags", ids[0].prefix(8)).json) == Set(ids))
            #expect(found(try await find("mall/offers", ids[0].suffix(12)).json).isEmpty)
            #expect(try await find("mall/nothing", "12345678").status == 404)
            for wrong in ["1234567", "%25%25%25%25%25%25%25%25", "'12345678"] {
                #expect(try await find("mall/tags", wrong[...]).status == 422)
            }
        }
    }
}
