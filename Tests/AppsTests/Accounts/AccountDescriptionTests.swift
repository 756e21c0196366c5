import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// The description of the accounts' API has every call.
struct AccountDescriptionTests {
    @Test func `every call is described, and every call that is described is there`() async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            let document = try await app.get("openapi.json").json
            #expect(document["openapi"]?.string?.hasPrefix("3.1") == true)
            var described: Set<String> = []
            for (path, item) in document["paths"]?.object ?? [:] {
                for name in item.object?.keys.sorted() ?? [] {
                    described.insert("\(name.uppercased()) /api\(path)")
                    let reply = try await app.send(
                        name.uppercased(),
                        String(path.dropFirst()),
                        [],
                        type: AccountApp.form
                    )
                    #expect(![404, 405].contains(reply.status) && reply.status < 500, "\(name) \(path)")
                }
            }
            let routes = vitrina.server.routes.filter {
                ($0.path.hasPrefix("/api/users/") || $0.path.hasPrefix("/api/auth/")) && $0.method != .head
            }.map { "\($0.method.rawValue) \($0.path)" }
            #expect(Set(routes) == described)
        }
    }

    // A58: the format is documented, and every answer uses it, for each format of a request
    @Test(arguments: ["13.05.1990", "1990-05-13T10:00:00.123Z", "13.05.1990 10:00:00"])
    func `a birthday is told as the description says`(sent: String) async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            let document = try await app.get("openapi.json").json
            let schema = document["components"]?["schemas"]?["User"]?["properties"]?["birthday"]
            let form = try Regex(try #require(schema?["pattern"]?.string))
            #expect(schema?["description"]?.string?.contains("без часового пояса") == true)
            #expect(try await app.post("users/change", ["birthday": sent]).text == "ok")
            for _ in 0..<2 {
                let told = try #require(await app.user["birthday"]?.string)
                #expect(try form.wholeMatch(in: told) != nil && told.hasPrefix("1990-05-13T"))
                // A different time zone of the server does not change it.
                vitrina.clock.advance(by: .seconds(3600))
            }
        }
    }

    // A54: the description of a user has the fields of the answer
    @Test func `a user is described as it is told`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            let document = try await app.get("openapi.json").json
            let schema = document["components"]?["schemas"]?["User"]?["properties"]?.object ?? [:]
            let told = try await app.user.object ?? [:]
            #expect(Set(schema.keys) == Set(told.keys))
        }
    }
}
