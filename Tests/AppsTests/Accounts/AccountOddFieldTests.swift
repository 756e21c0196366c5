import Apps
import Core
import Foundation
import Storage
import TestSupport
import Testing
import Web

/// Invalid fields of a registration: for each the answer is the exact sentence of the contract.
struct AccountOddFieldTests {
    // A31
    @Test(arguments: TestDatabase.all)
    func `whatever cannot be a code is a wrong one, and uses up no attempt`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = AccountApp(vitrina)
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            let codes: [JSON] = [
                .null, "", "    ", "abcd", "-1001", "+1001", "1001.0", "١٠٠١", "\u{0}", "10\n01",
                .string(String(repeating: "1", count: 5_000)), ["1001"], ["code": 1001], true,
                .integer(.max), .integer(.min), .decimal(1001.5),
            ]
            for code in codes {
                let body: JSON = [
                    "name": "Анна", "phone": "9067098559", "password": "secret-1", "code": code,
                ]
                let reply = try await app.send("POST", "users/register", body.bytes, type: "application/json")
                #expect((reply.status, reply.text) == (400, "Не задан или неверен код"), "\(code)")
            }
            let code = try await vitrina.accountCode(of: AccountApp.phone)
            let good = try await app.post(
                "users/register",
                ["name": "Анна", "phone": AccountApp.phone, "code": code, "password": "secret-1"]
            )
            #expect(good.status == 200, "\(good.text)")
        }
    }

    // A43: the last check, after the code and the password
    @Test(arguments: ["0", "99999", "1234567890123456789012345", "' OR 1=1 --", "١٢٣٤٥"])
    func `an unknown invite is named in the refusal once everything else is right`(
        invite: String
    ) async throws {
        try await withAccounts { vitrina in
            let app = AccountApp(vitrina)
            _ = try await app.post("users/sms", ["phone": AccountApp.phone])
            var fields = ["name": "Анна", "phone": AccountApp.phone, "invite": invite, "password": "short"]
            #expect(try await app.post(fields: "users/register", fields).text == "Не задан или неверен код")
            fields["code"] = try await vitrina.accountCode(of: AccountApp.phone)
            let short = try await app.post(fields: "users/register", fields)
            #expect(short.text.hasPrefix("Пароль должен содержать"))
            fields["password"] = AccountApp.password
            let reply = try await app.post(fields: "users/register", fields)
            #expect(reply.text == "Код приглашенного пользователя '\(invite)' неверен")
            #expect(try await vitrina.accountCount() == 0)
            fields["invite"] = ""
            #expect(try await app.post(fields: "users/register", fields).status == 200)
        }
    }
}
