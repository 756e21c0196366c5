import Apps
import Core
import Dispatch
import HTTPTypes
import Storage
import TestSupport
import Testing

/// Requests that run during an erasure.
struct MallEraseRaceTests {
    // M124
    @Test(arguments: TestDatabase.all)
    func `nothing that is under way brings back an erased user`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["codes_per_address": 0])
            let acts: [@Sendable (MallApp, LateCodes) async throws -> Vitrina.Reply] = [
                { app, _ in
                    try await app.my(
                        .put,
                        "",
                        ["token": .string(app.token), "name": "Снова Анна", "email": "again@example.ru"]
                    )
                },
                { app, _ in try await app.my(.post, "/check-phone", ["phone": "+79997770099"]) },
                { app, codes in
                    let body: JSON = ["phone": .string(codes.new), "sms_code": .string(codes.ofNew)]
                    return try await app.my(.put, "/change-phone", body)
                },
                { app, codes in
                    try await app.send(
                        .post,
                        "/mobile-users/auth",
                        [
                            "phone": .string(codes.phone), "smsCode": .string(codes.ofPhone),
                            "mobileDeviceId": .string(app.deviceID),
                        ]
                    )
                },
            ]
            var members = (0..<10).makeIterator()
            for (index, act) in acts.enumerated() {
                var status = 0
                // On a busy machine the act may come before the erasure, on SQLite: another user tries again.
                while status != 400, let number = members.next() {
                    let app = try await vitrina.member(number)
                    let codes = try await LateCodes(app, number)
                    let (erased, late) = try await vitrina.erase(app) { try await act(app, codes) }
                    #expect(erased == 200, "\(index)")
                    #expect(try await vitrina.isForgotten(app), "\(index) \(late.status) \(late.text)")
                    status = late.status
                }
                #expect(status == 400, "\(index)")
            }
        }
    }
}

/// The codes that a user requested before the erasure: to sign in, and to change the number.
private struct LateCodes: Sendable {
    let phone: String
    let ofPhone: String
    let new: String
    let ofNew: String

    init(_ app: MallApp, _ number: Int) async throws {
        phone = try await app.my(.get, "").json["phone"]?.string ?? ""
        new = "+7999777000\(number)"
        _ = try await app.send(.post, "/mobile-users/login", ["phone": .string(phone)])
        _ = try await app.my(.post, "/check-phone", ["phone": .string(new)])
        ofPhone = try await app.vitrina.code(of: phone)
        ofNew = try await app.vitrina.code(of: new)
    }
}

extension Vitrina {
    /// Erases a user while `act`, which began before, waits.
    fileprivate func erase(
        _ app: MallApp,
        during act: @escaping @Sendable () async throws -> Reply
    ) async throws -> (Int, Reply) {
        let (held, end) = (Signal(), Signal())
        let id = app.userID
        let digits = String(try await app.my(.get, "").json["phone"]?.string?.suffix(4) ?? "")
        async let hold: Void = database.write { connection in
            try connection.execute("UPDATE mall_users SET count_share = count_share WHERE id = \(id)")
            held.send()
            end.wait()
        }
        await held.arrival()
        async let erased = send(
            .post,
            "/admin/api/v1/mall/users/\(id)/erase",
            ["digits": .string(digits)],
            as: Self.owner
        )
        try await database.wait(for: 1)
        async let late = act()
        try await database.wait(for: 2)
        end.send()
        try await hold
        return try await (erased.status, late)
    }

    /// Checks that neither the user nor a code of the user is stored.
    fileprivate func isForgotten(_ app: MallApp) async throws -> Bool {
        let id = app.userID
        return try await database.read { connection in
            let people = try connection.rows(
                """
                SELECT id FROM mall_users WHERE id = \(id) AND erased_at IS NOT NULL AND phone IS NULL AND name IS NULL
                    AND email IS NULL AND token_hash IS NULL AND search = ''
                """
            )
            let codes = try connection.rows(
                "SELECT id FROM codes WHERE phone LIKE '+7999777%'"
            )
            let devices = try connection.rows("SELECT id FROM mall_devices WHERE user_id = \(id)")
            return people.count == 1 && codes.isEmpty && devices.isEmpty
        }
    }
}
