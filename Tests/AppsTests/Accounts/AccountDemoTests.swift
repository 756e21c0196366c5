import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The demo users that `scripts/start` loads.
struct AccountDemoTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../seeds/demo/accounts").standardized.path

    private func items(_ vitrina: Vitrina, _ path: String) async throws -> [JSON] {
        let reply = try await vitrina.send(.get, "/admin/api/v1/\(path)", as: Vitrina.owner)
        #expect(reply.status == 200, "\(path) \(reply.text)")
        return reply.json.items
    }

    // A44, A76, A86, A92, A93
    @Test(arguments: TestDatabase.all)
    func `the demo has people in every state, once, and sends nobody anything`(
        kind: TestDatabase
    ) async throws {
        try await withAccounts(kind, isTest: false) { vitrina in
            let added = try await Accounts().addDemoPeople(from: Self.folder, vitrina.services)
            #expect(added == 29)
            #expect(try await Accounts().addDemoPeople(from: Self.folder, vitrina.services) == 0)

            let people = try await items(vitrina, "accounts/users?limit=100")
            #expect(people.count == 25)
            for (name, least) in [("is_confirmed", 12), ("is_blocked", 1)] {
                let (yes, no) = (people.count { $0[name] == true }, people.count { $0[name] == false })
                #expect(yes >= least && no > 0, "\(name) \(yes)")
            }
            let tokens = try await vitrina.database.read { connection in
                try connection.rows("SELECT id FROM accounts_users WHERE token_hash IS NOT NULL").count
            }
            #expect(tokens > 5)
            let withoutEmail = people.count { $0["email"] == .null }
            #expect(withoutEmail > 2)
            let clients = try await items(vitrina, "accounts/clients?limit=100")
            #expect(clients.count == 29)
            let events = try await items(vitrina, "accounts/events?limit=200")
            let kinds = Set(events.compactMap { $0["kind"]?.string })
            #expect(
                kinds.isSuperset(of: [
                    "code", "registration", "sign-in", "confirm-mail", "confirmed", "email-change", "restore",
                    "feedback", "block", "points",
                ])
            )
            // A92: each event is in the reader's language.
            for (language, begins) in [("ru", "Регистрация: тел "), ("en", "Registration: phone ")] {
                let told = try await vitrina.send(
                    .get,
                    "/admin/api/v1/accounts/events?kind=registration",
                    headers: [.acceptLanguage: language],
                    as: Vitrina.owner
                )
                let texts = told.json.items.compactMap { $0["text"]?.string }
                #expect(!texts.isEmpty && texts.allSatisfy { $0.hasPrefix(begins) }, "\(texts)")
            }
            let moments = events.compactMap { $0["at"]?.string }
            #expect(moments == moments.sorted(by: >))

            let messages = try await items(vitrina, "outbox?limit=100")
            let kept = messages.count { $0["state"] == "kept" }
            #expect(kept == messages.count && kept > 20)
            let now = vitrina.services.now().description
            #expect(moments.allSatisfy { $0 <= now })
        }
    }

    // A83: the outbox has a temporary password of one of the demo users
    @Test func `somebody of the demo can sign in with the password that was sent`() async throws {
        try await withAccounts { vitrina in
            _ = try await Accounts().addDemoPeople(from: Self.folder, vitrina.services)
            var app = AccountApp(vitrina)
            let reply = try await app.logIn("9720004701", try await vitrina.sentPassword(.sms))
            #expect(reply.status == 200, "\(reply.text)")
            #expect(try await app.user["firstName"] == "Семён")
        }
    }

    @Test func `a folder without people has none`() async throws {
        try await withAccounts { vitrina in
            let added = try await Accounts().addDemoPeople(from: "/nowhere", vitrina.services)
            #expect(added == 0)
        }
    }
}
