import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// Points for registration and survey: conditions and repetitions.
struct MallAwardTests {
    // M76, M84, M91
    @Test(arguments: TestDatabase.all)
    func `registration pays once there are a name and an address, and the rest of the profile does not`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["profile_wait": 0])
            var app = MallApp(vitrina)
            try await app.signIn("+79990000001")
            for fields: [String: JSON] in [[:], ["name": "Анна"], ["gender": "женский", "have_kids": true]] {
                _ = try await app.my(.put, "", .object(fields.merging(["token": .string(app.token)]) { $1 }))
                let early = try await app.my(.post, "/add-register")
                #expect((early.status, early.json["error_text"] != nil) == (400, true))
            }
            // Skipping the code of a friend or the survey sends no request, and gives no points.
            #expect(try await app.balance == 0)
            #expect(try await app.register().json["change_balance"] == 100)
            #expect(try await app.balance == 100)
            #expect(try await app.my(.get, "/transactions").json.array?.count == 1)
        }
    }

    // M76, mall.md 6.10
    @Test(arguments: TestDatabase.all)
    func `points wait a little for a profile that is saved at the same moment`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["profile_wait": 10_000])
            var change: JSON?
            // On a busy machine the profile may come later than the longest wait, so others try, too.
            for number in 1...5 where change != 100 {
                var app = MallApp(vitrina)
                try await app.signIn("+7999000000\(number)")
                let phone = app
                async let paid = phone.my(.post, "/add-register")
                try await Task.sleep(for: .milliseconds(300))
                let profile: JSON = [
                    "token": .string(app.token), "name": "Анна", "email": .string("anna\(number)@example.ru"),
                ]
                #expect(try await app.my(.put, "", profile).status == 200)
                change = try await paid.json["change_balance"]
            }
            #expect(change == 100)
        }
    }

    // M89, M92
    @Test(arguments: TestDatabase.all)
    func `the survey pays once both answers are there, and the profile tells`(kind: TestDatabase) async throws
    {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["profile_wait": 0])
            for (number, answers): (Int, [String: JSON]) in [
                (1, ["have_kids": false]), (2, ["date_birth": "1990-05-13 10:00:00 +0000"]),
            ] {
                let app = try await vitrina.member(number)
                let token = ["token": JSON.string(app.token)]
                _ = try await app.my(.put, "", .object(token.merging(answers) { $1 }))
                #expect(try await app.my(.post, "/survey").status == 400)
                #expect(try await app.my(.get, "").json["finish_poll"] == false)
                let all: [String: JSON] = ["have_kids": false, "date_birth": "1990-05-13 10:00:00 +0000"]
                _ = try await app.my(.put, "", .object(token.merging(all) { $1 }))
                #expect(try await app.my(.post, "/survey").json["change_balance"] == 100)
                #expect(try await app.my(.get, "").json["finish_poll"] == true)
                #expect(try await app.balance == 200)
            }
        }
    }
}
