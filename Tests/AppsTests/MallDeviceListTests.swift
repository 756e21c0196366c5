import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The telephones with the app, as staff see them.
struct MallDeviceListTests {
    private static let devices = "/admin/api/v1/mall/devices"

    // M5, M11, M78
    @Test(arguments: TestDatabase.all)
    func `telephones are listed with who is on them, and who was`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            var anna = try await vitrina.member(1)
            let old = anna.deviceID
            vitrina.clock.advance(by: .seconds(60))
            anna.deviceID = ""
            try await anna.install(["model": "iPhone 16", "version_os": "19.2"])
            try await anna.signIn("+79990000001")
            let push: JSON = ["enable_push_promotion": true]
            _ = try await anna.send(.put, "/mobile-device/\(anna.deviceID)/setting-push", push)
            func ids(_ query: String) async throws -> [String] {
                let reply = try await vitrina.send(.get, "\(Self.devices)?\(query)", as: MallUserTests.reader)
                return reply.json.items.compactMap { $0["id"]?.string }
            }
            for (query, found) in [
                ("", [anna.deviceID, old]), ("bound=true", [anna.deviceID]), ("bound=false", [old]),
                ("push=promotion", [anna.deviceID]), ("push=event", []), ("push=none", [old]),
                ("q=iphone%2016", [anna.deviceID]), ("q=19.1", [old]), ("q=\(old)", [old]),
                ("q=%25", []),
                ("user=\(anna.userID)", [anna.deviceID, old]), ("limit=1", [anna.deviceID]),
                ("cursor=\(anna.deviceID)", [old]),
            ] {
                #expect(try await ids(query) == found, "\(query)")
            }
            let line = try await vitrina.send(.get, "\(Self.devices)/\(old)", as: MallUserTests.reader).json
            #expect(line["user"] == .null && line["model"] == "iPhone 15")
            #expect(line["history"]?.array?.first?["user"]?["name"] == "Анна Соколова")
            #expect(line["history"]?.array?.first?["is_current"] == false)
            let now = try await vitrina.send(.get, "\(Self.devices)/\(anna.deviceID)", as: Vitrina.viewer)
                .json
            #expect(now["user"]?["name"] == "А. С." && now["push"]?["promotion"] == true)
        }
    }
}
