import Core
import Foundation
import Storage
import TestSupport
import Testing
import Web

/// The creation of the first owner of a new installation.
struct SetupTests {
    @Test(arguments: TestDatabase.all)
    func `a server without an owner prints a link that makes one, once`(kind: TestDatabase) async throws {
        try await withProgram(kind) { program in
            try await program.serving { url in
                let link = try #require(Self.link(in: program))
                #expect(link.hasPrefix(url + "/setup/"))
                let client = HTTPClient()
                let page = try await client.send("GET", link)
                #expect(page.status == 200)
                #expect(page.text.contains("name=\"password\""))

                let bad = try await client.send("POST", link, headers: Self.form, body: Self.body("kurz"))
                #expect(bad.status == 422)
                let made = try await client.send(
                    "POST",
                    link,
                    headers: Self.form,
                    body: Self.body(Self.password)
                )
                #expect(made.status == 303)
                let cookie = try #require(made.headers["set-cookie"]?.split(separator: ";").first)
                let me = try await client.send(
                    "GET",
                    url + "/admin/api/v1/session",
                    headers: [("Cookie", String(cookie))]
                )
                #expect(me.status == 200)
                #expect(me.text.contains("first@example.com"))

                for method in ["GET", "POST"] {
                    let body = method == "GET" ? HTTPBody.none : Self.body(Self.password)
                    let again = try await client.send(method, link, headers: Self.form, body: body)
                    #expect(again.status == 404)
                }
            }
            // There is an owner now, so no link is needed.
            try await program.serving { _ in #expect(Self.link(in: program) == nil) }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a link ends, alone and with the others`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let staff = vitrina.services.staff
            let old = try #require(try await staff.newSetupSecret())
            vitrina.clock.advance(by: StaffStore.setupAge)
            await #expect(throws: Problem.self) { try await staff.requireSetup(old) }

            let links = [
                try #require(try await staff.newSetupSecret()),
                try #require(try await staff.newSetupSecret()),
            ]
            let made = try await atOnce(links.enumerated()) { number, link in
                do {
                    try await staff.setUp(
                        link,
                        email: "owner\(number)@example.com",
                        name: "Owner",
                        password: Self.password,
                        address: nil
                    )
                    return true
                } catch let problem as Problem where problem.kind == .notFound {
                    return false
                }
            }

            #expect(made.count { $0 } == 1)
            #expect(try await vitrina.database.rowCounts()["staff"] == 1)
            #expect(try await staff.newSetupSecret() == nil)
            // Only digests of the secrets are stored.
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT secret_hash FROM setup_links").map {
                    try $0.get("secret_hash", as: [UInt8].self)
                }
            }
            #expect(Set(kept) == Set(links.map { SHA256.digest($0.utf8) }))
        }
    }

    private static let password = "a long password of nobody"
    private static let form: [(name: String, value: String)] = [
        ("Content-Type", "application/x-www-form-urlencoded")
    ]

    private static func body(_ password: String) -> HTTPBody {
        let password = password.replacing(" ", with: "+")
        return .bytes(Array("email=first%40example.com&name=First&password=\(password)".utf8))
    }

    private static func link(in program: Program) -> String? {
        let text = (try? String(contentsOfFile: program.folder + "/serve.out", encoding: .utf8)) ?? ""
        return text.firstMatch(of: /http:\S+\/setup\/\S+/).map { String($0.output) }
    }
}
