import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Faults are in Russian (M135): for users of the app by default, and for staff on request.
struct RussianFaultTests {
    private func isRussian(_ text: String?) -> Bool { text?.contains(/[А-Яа-яЁё]/) == true }

    // M135, M140
    @Test(arguments: TestDatabase.all)
    func `the app is told in Russian, whichever call and whichever field`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            try await vitrina.set(["profile_wait": 0])
            let anna = try await vitrina.member(1)
            let (user, device) = ("/mobile-users/\(anna.userID)", "/mobile-device/\(anna.deviceID)")
            let unknown = "00000000-0000-7000-8000-000000000000"
            let phone: [String: JSON] = [
                "install_app": 1_763_000_000, "os": "iOS", "version_os": "19.1", "model": "iPhone 15",
            ]
            var calls: [(HTTPRequest.Method, String, JSON)] = [
                (.post, "/mobile-users/login", ["phone": "89990000001"]), (.post, "/mobile-users/login", [:]),
                (.post, "/mobile-users/auth", ["phone": "+79990000001", "smsCode": "1"]),
                (.post, "/mobile-device/\(unknown)/token", ["token": "x"]), (.post, "\(device)/token", [:]),
                (.put, "\(device)/setting-push", ["enable_push_event": "maybe"]),
                (.put, user, ["email": "x"]), (.put, user, ["name": .string("a\u{0}")]),
                (.put, user, ["date_birth": "1850-01-01"]), (.put, user, ["have_kids": "maybe"]),
                (.put, user, ["gender": 5]), (.put, user, ["phone": "+79990000009"]),
                (.post, "\(user)/referral", ["referral_code": "00000"]), (.post, "\(user)/survey", [:]),
                (.post, "\(user)/check-phone", ["phone": "x"]),
                (.put, "\(user)/change-phone", ["phone": "+79990000009", "sms_code": "1"]),
                (.post, "\(user)/offers/\(unknown)/attend", [:]),
                (.post, "\(user)/offers/\(unknown)/activated", [:]),
                (.post, "\(user)/events/\(unknown)/attend", [:]),
                (.post, "/app-feedback", ["mobile_device_id": .string(anna.deviceID), "rating": 6]),
                (.get, "/shops/\(unknown)", [:]), (.get, "/no-such-call", [:]), (.delete, "/offers", [:]),
            ]
            for name in phone.keys {
                calls.append((.post, "/mobile-device", .object(phone.merging([name: .null]) { $1 })))
            }
            let token = try #require(HTTPField.Name("token"))
            for (method, path, body) in calls {
                for (language, wantsRussian) in [(nil, true), ("ru", true), ("de", true), ("en", false)] {
                    var headers: HTTPFields = [token: anna.token]
                    headers[.acceptLanguage] = language
                    let reply = try await vitrina.send(
                        method,
                        "/api/v1\(path)",
                        body,
                        headers: headers,
                        as: nil
                    )
                    let text = reply.json["error_text"]?.string
                    #expect(400..<500 ~= reply.status && text != nil, "\(path) \(body) \(reply.text)")
                    #expect(
                        isRussian(text) == wantsRussian,
                        "\(path) \(body) \(language ?? "-") \(text ?? "")"
                    )
                    #expect(reply.json["error_message"]?.string == text, "\(path)")
                }
            }
        }
    }

    // M135
    @Test(arguments: CatalogDoorsTests.names)
    func `staff are told in Russian, whichever field of a form it is`(name: String) async throws {
        try await withVitrina { vitrina in
            let type = try #require(Catalog.types.map { $0.type }.first { $0.name == name })
            let body = Example.body(of: type, in: try await vitrina.world(for: type))
            let wrong = type.fields.flatMap { field in
                Example.badValues(of: field.kind).map { (field.name, $0.value) }
                    + (field.isOptional || field.source != nil ? [] : [(field.name, .null)])
            }
            for (field, value) in wrong {
                let reply = try await vitrina.send(
                    .post,
                    "\(Vitrina.path(of: name))?publish=true",
                    .object(body.merging([field: value]) { $1 }),
                    headers: [.acceptLanguage: "ru"]
                )
                let errors = reply.json["errors"]?.array ?? []
                #expect([409, 422].contains(reply.status), "\(field) \(value)")
                #expect(!errors.isEmpty || reply.status == 409, "\(field) \(value)")
                for text in [reply.json["title"], reply.json["detail"]] + errors.map({ $0["detail"] }) {
                    #expect(isRussian(text?.string), "\(field) \(value) \(text ?? .null)")
                }
            }
        }
    }
}
