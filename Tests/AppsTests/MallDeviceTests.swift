@testable import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// «Устройства»: the data that a device sends.
struct MallDeviceTests {
    private static let phone: [String: JSON] = [
        "install_app": 1_763_000_000, "os": "iOS", "version_os": "19.1", "model": "iPhone 15",
    ]

    // M1, M2, M4
    @Test(arguments: TestDatabase.all)
    func `the moment of the installation is a number, whole or with a fraction`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let app = MallApp(vitrina)
            let whole = try await app.send(.post, "/mobile-device", .object(Self.phone))
            let fraction = try await app.send(
                .post,
                "/mobile-device",
                .object(Self.phone.merging(["install_app": .decimal(Decimal(1_763_000_000.25))]) { $1 })
            )
            #expect((whole.status, fraction.status) == (201, 201))
            #expect(whole.id != fraction.id)
            #expect(whole.json["id"] == whole.json["mobileDeviceId"])
            let device = try await app.get("/mobile-device/\(fraction.id)").json
            #expect(device["install_app"] == "2025-11-13T02:13:20.250000Z")
            #expect(device["token"] == nil)
            #expect(device["mobile_user_id"] == nil)
        }
    }

    // M4, M8, M136, M137
    @Test(arguments: TestDatabase.all)
    func `what is no device leaves nothing behind`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = MallApp(vitrina)
            for (name, value): (String, JSON) in [
                ("install_app", .null), ("install_app", "soon"), ("install_app", .integer(.max)),
                ("install_app", -1), ("install_app", 4_000_000_000), ("install_app", ["a": 1]), ("os", ""),
                ("os", 5), ("model", .string(String(repeating: "m", count: 101))), ("version_os", .null),
                ("version_os", "1\u{0}9"), ("idfa", 5),
            ] {
                let reply = try await app.send(
                    .post,
                    "/mobile-device",
                    .object(Self.phone.merging([name: value]) { $1 })
                )
                #expect(reply.status == 400, "\(name) \(value)")
                #expect(reply.json["error_text"]?.string?.isEmpty == false)
                #expect(reply.json["error_text"] == reply.json["error_message"])
            }
            #expect(try await vitrina.database.rowCounts()["mall_devices"] == 0)
            let unknown = "00000000-0000-7000-8000-000000000000"
            for (method, path): (HTTPRequest.Method, String) in [
                (.post, "token"), (.put, "setting-push"), (.put, "campaign-status/1/open"),
            ] {
                for id in [unknown, "no-id", "1' OR '1'='1"] {
                    let id = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    let reply = try await app.send(method, "/mobile-device/\(id)/\(path)", ["token": "x"])
                    #expect((reply.status, reply.json["error_code"]) == (400, 10), "\(path) \(id)")
                }
            }
            #expect(try await app.get("/mobile-device/\(unknown)").text == "[]")
        }
    }

    // Dev1: Apple's number, unless it is only zeros
    @Test(arguments: TestDatabase.all)
    func `a telephone is known again by its number`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let app = MallApp(vitrina)
            func install(_ idfa: String) async throws -> Vitrina.Reply {
                try await app.send(
                    .post,
                    "/mobile-device",
                    .object(Self.phone.merging(["idfa": .string(idfa)]) { $1 })
                )
            }
            let first = try await install("6D92078A-8246-4BA4-AE5B-76104861E7DC")
            let again = try await install("6d92078a-8246-4ba4-ae5b-76104861e7dc")
            #expect((first.status, again.status) == (201, 200))
            #expect(first.id == again.id)
            let zeros = "00000000-0000-0000-0000-000000000000"
            #expect(try await install(zeros).id != install(zeros).id)
        }
    }

    // M6, M10, M12
    @Test(arguments: TestDatabase.all)
    func `each kind of notification is switched by itself`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            let path = "/mobile-device/\(app.deviceID)"
            _ = try await app.send(.post, "\(path)/token", ["token": "one"])
            let second = try await app.send(.post, "\(path)/token", ["token": "two"])
            #expect(second.json["token"] == "two")
            let names = ["enable_push_promotion", "enable_push_event", "enable_push_children"]
            for name in names {
                let reply = try await app.send(.put, "\(path)/setting-push", .object([name: true]))
                #expect(reply.json[name] == true)
            }
            let off = try await app.send(.put, "\(path)/setting-push", ["enable_push_event": false])
            #expect(names.map { off.json[$0] } == [true, false, true])
            #expect(try await app.send(.put, "\(path)/setting-push", [:]).json["enable_push_event"] == false)
            let wrong = try await app.send(.put, "\(path)/setting-push", ["enable_push_event": "maybe"])
            #expect(wrong.status == 400)
        }
    }

    // M6
    @Test(arguments: TestDatabase.all)
    func `the last push token is the one that is kept, and staff see that there is one`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            let id = app.deviceID
            func isKnown() async throws -> JSON? {
                let path = "/admin/api/v1/mall/devices/\(id)"
                return try await vitrina.send(.get, path, as: Vitrina.viewer).json["has_push_token"]
            }
            #expect(try await isKnown() == false)
            for token in ["apns-1", "apns-2"] {
                _ = try await app.send(.post, "/mobile-device/\(id)/token", ["token": .string(token)])
                #expect(try await isKnown() == true)
            }
            // An invalid token does not replace the previous one.
            for token: JSON in ["", .null, 5] {
                let reply = try await app.send(.post, "/mobile-device/\(id)/token", ["token": token])
                #expect(reply.status == 400, "\(token)")
            }
            let kept = try await vitrina.database.read { connection in
                try connection.rows("SELECT push_token FROM mall_devices").map {
                    try $0.get("push_token", as: String?.self)
                }
            }
            #expect(kept == ["apns-2"])
        }
    }

    // M12
    @Test(arguments: TestDatabase.all)
    func `on a new telephone every kind of notification is off, and said to be`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            var app = MallApp(vitrina)
            try await app.install()
            let path = "/mobile-device/\(app.deviceID)"
            for device in [
                try await app.get(path).json,
                try await app.send(.post, "\(path)/token", ["token": "apns-1"]).json,
                try await app.send(.put, "\(path)/setting-push", [:]).json,
            ] {
                for name in ["enable_push_promotion", "enable_push_event", "enable_push_children"] {
                    #expect(device[name] == false, "\(name)")
                }
            }
        }
    }

    // Dev1, M145
    @Test(arguments: TestDatabase.all)
    func `new telephones from one address are counted by the hour`(kind: TestDatabase) async throws {
        let settings = WebSettings(publicURL: "https://mall.example", trustedProxies: 1, rateLimit: 0)
        try await withVitrina(kind, settings: settings) { vitrina in
            let from = try #require(HTTPField.Name("X-Forwarded-For"))
            func install(from address: String) async throws -> Vitrina.Reply {
                try await MallApp(vitrina).send(
                    .post,
                    "/mobile-device",
                    .object(Self.phone),
                    headers: [from: address]
                )
            }
            #expect(try await install(from: "192.0.2.7").status == 201)
            // This has the effect of all requests of this hour except one.
            let rest = DeviceRoutes.devicesFromAddressMax - 1
            let counted = try await vitrina.database.write { connection in
                try connection.execute("UPDATE limits SET count = \(rest)")
            }
            #expect(counted == 1)
            #expect(try await install(from: "192.0.2.7").status == 201)
            for _ in 0..<2 {
                let refused = try await install(from: "192.0.2.7")
                #expect(refused.status == 429 && refused.headers[.retryAfter] != nil)
                #expect(refused.json["error_text"]?.string?.isEmpty == false)
            }
            #expect(try await install(from: "192.0.2.9").status == 201)
            #expect(try await vitrina.database.rowCounts()["mall_devices"] == 3)
            vitrina.clock.advance(by: .seconds(3601))
            #expect(try await install(from: "192.0.2.7").status == 201)
        }
    }
}
