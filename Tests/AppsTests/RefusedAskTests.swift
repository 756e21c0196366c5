@testable import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// Refusals that tell who has a phone or an address: they count, although nothing else of the request is kept.
struct RefusedAskTests {
    private static let settings = WebSettings(
        publicURL: "https://mall.example",
        trustedProxies: 1,
        rateLimit: 0
    )

    // 6.13: a pause reveals that an address is not registered
    @Test(arguments: TestDatabase.all)
    func `accounts: requests within a pause use up the limit of the phone`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            _ = try await vitrina.accountMember(email: "anna@example.com")
            try await vitrina.setAccounts(["code_pause": 60, "codes_per_phone": 3])
            let apps = [AccountApp(vitrina), AccountApp(try await vitrina.another())]
            var texts: [String] = []
            for (number, email) in ["a@example.com", "b@example.com", "c@example.com", "anna@example.com"]
                .enumerated()
            {
                let reply = try await apps[number % 2].post(
                    "users/sms",
                    ["phone": "9990001122", "email": email]
                )
                texts.append(reply.text)
            }

            #expect(texts.first?.hasPrefix("Код успешно сформирован") == true)
            #expect(texts.dropFirst().allSatisfy { $0 == AccountRefusal.tooOften.detail.ru }, "\(texts)")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `cruise: looking up who is a user uses up an address`(kind: TestDatabase) async throws {
        try await withVitrina(kind, settings: Self.settings) { vitrina in
            let apps = [try await CruiseWorld(vitrina), try await CruiseWorld(try await vitrina.another())]
            try await vitrina.setCruise(["codes_per_address": 4])
            let from = try #require(HTTPField.Name("X-Forwarded-For"))
            var codes: [Int64?] = []
            for number in 0..<6 {
                let reply = try await apps[number % 2].send(
                    .post,
                    "Auth/BySmsWithCaptcha",
                    ["login": .string("+7999000110\(number)")],
                    headers: [from: number == 5 ? "192.0.2.9" : "192.0.2.7"]
                )
                codes.append(reply.cruiseCode)
            }

            #expect(codes == [5011, 5011, 5011, 5011, 5015, 5011])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `mall: looking for taken numbers uses up an address`(kind: TestDatabase) async throws {
        try await withVitrina(kind, settings: Self.settings) { vitrina in
            try await vitrina.testMode()
            var (other, app) = (MallApp(vitrina), MallApp(vitrina))
            try await other.signIn("+79990001000")
            try await app.signIn("+79990001001")
            try await vitrina.set(["codes_per_address": 3])
            let from = try #require(HTTPField.Name("X-Forwarded-For"))
            var statuses: [Int] = []
            for (method, path) in [
                (HTTPRequest.Method.post, "check-phone"), (.put, "change-phone"), (.post, "check-phone"),
                (.put, "change-phone"), (.post, "check-phone"),
            ] {
                let reply = try await app.send(
                    method,
                    "/mobile-users/\(app.userID)/\(path)",
                    ["phone": "+79990001000", "sms_code": "123456"],
                    headers: [from: "192.0.2.7"]
                )
                statuses.append(reply.status)
            }

            #expect(statuses == [400, 400, 400, 429, 429])
        }
    }
}
