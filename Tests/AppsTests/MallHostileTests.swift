import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Requests that no app sends.
struct MallHostileTests {
    // M137
    @Test(arguments: TestDatabase.all)
    func `a body that is no object is refused as the app expects`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            let deep = String(repeating: "[", count: 5_000)
            let bodies: [[UInt8]] = [
                [], Array("{".utf8), Array("[]".utf8), Array("null".utf8), Array("\"x\"".utf8),
                Array("{}x".utf8),
                Array(deep.utf8), [0xFF, 0xFE, 0x00], Array("{\"phone\":\"\u{0}\"}".utf8),
                [0x7B, 0x22, 0xC3, 0x28],
            ]
            let user = "/mobile-users/\(app.userID)"
            let calls: [(HTTPRequest.Method, String)] = [
                (.post, "/mobile-device"), (.post, "/mobile-users/login"), (.post, "/mobile-users/auth"),
                (.post, "\(user)/referral"), (.post, "\(user)/check-phone"), (.put, "\(user)/change-phone"),
                (.post, "/app-feedback"),
            ]
            for (method, path) in calls {
                for body in bodies {
                    let reply = try await vitrina.send(
                        method,
                        "/api/v1\(path)",
                        bytes: body,
                        headers: [HTTPField.Name("token") ?? .via: app.token],
                        as: nil
                    )
                    let text = reply.json["error_text"]?.string
                    #expect(reply.status == 400 && text != nil, "\(path) \(body.prefix(9))")
                }
            }
            #expect(try await app.my(.get, "").json["name"] == "Анна Соколова")
        }
    }

    // M138
    @Test(arguments: TestDatabase.all)
    func `a slash at the end changes nothing`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            let profile: JSON = ["token": .string(app.token), "name": "Анна Петрова"]
            #expect(try await app.my(.put, "/", profile).json["name"] == "Анна Петрова")
            #expect(try await app.my(.post, "/add-register/").text == "[]")
            #expect(try await app.my(.get, "/transactions/").json.array?.count == 1)
            let asked = try await app.send(.post, "/mobile-users/login/", ["phone": "+79990000009"])
            #expect(asked.status == 201 || asked.status == 200)
        }
    }

    // M137
    @Test(arguments: TestDatabase.all)
    func `numbers at their edges and huge texts break nothing`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let app = try await vitrina.member(1)
            let huge = JSON.string(String(repeating: "9", count: 1 << 20))
            let odd = try JSON(
                parsing: #"[9223372036854775807, -9223372036854775808, 1e30, -0.0, true, {"a": [null]}]"#
            )
            for value in (odd.array ?? []) + [huge] {
                for (path, name) in [
                    ("/mobile-users/login", "phone"), ("/mobile-users/auth", "smsCode"),
                    ("/mobile-device", "install_app"), ("/app-feedback", "rating"),
                ] {
                    let body: [String: JSON] = [
                        "phone": "+79990000001", "smsCode": "000000", "mobileDeviceId": .string(app.deviceID),
                        "install_app": 1, "os": "iOS", "version_os": "1", "model": "x", "rating": 3,
                        "mobile_device_id": .string(app.deviceID),
                    ]
                    let sent = body.merging([name: value]) { $1 }
                    let reply = try await app.send(.post, path, .object(sent))
                    #expect(reply.status < 500, "\(path) \(name)")
                }
            }
            for query in [
                "offset=9223372036854775807", "offset=-1", "start=9223372036854775807&offset=5", "start=x",
            ] {
                #expect(
                    try await app.get("/offers?\(query)&mobileUserId=\(app.userID)").status < 500,
                    "\(query)"
                )
            }
            #expect(try await vitrina.booksBalance)
        }
    }

    // M145
    @Test(arguments: TestDatabase.all)
    func `codes for another number are as limited as those for signing in`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let (anna, boris) = (try await vitrina.member(1), try await vitrina.member(2))
            let wanted: JSON = ["phone": "+79995550101"]
            var statuses: [Int] = []
            for number in 0..<7 {
                let app = number % 2 == 0 ? anna : boris
                statuses.append(try await app.my(.post, "/check-phone", wanted).status)
            }
            #expect(Array(statuses.suffix(2)) == [429, 429])
            #expect(statuses.count { $0 == 201 || $0 == 200 } == 5)

            // Guesses of the code are limited too.
            let code = try await vitrina.code(of: "+79995550101")
            let wrong = code == "111111" ? "222222" : "111111"
            for _ in 0..<5 {
                let body = wanted.merged(with: ["sms_code": .string(wrong)])
                #expect(try await anna.my(.put, "/change-phone", body).status == 400)
            }
            let right = wanted.merged(with: ["sms_code": .string(code)])
            #expect(try await anna.my(.put, "/change-phone", right).status == 400)
            #expect(try await anna.my(.get, "").json["phone"] == "+79990000001")
        }
    }
}
