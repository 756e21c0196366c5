import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

/// The demo paywall in the answers for its app.
struct FlagPaywallTests {
    private static let path = "/admin/api/v1/flags/mods-demo"

    private func withDemo(
        _ kind: TestDatabase,
        _ body: @Sendable (FlagWire) async throws -> Void
    ) async throws {
        var top = URL(filePath: #filePath)
        for _ in 0..<4 { top.deleteLastPathComponent() }
        let demo = try JSON(
            parsing: Array(Data(contentsOf: top.appending(path: "seeds/demo/flags/mods.json")))
        )
        try await withVitrina(kind) { vitrina in
            try await vitrina.services.flags.live.load()
            _ = try await FlagDemo(demo, store: vitrina.services.flags.store).add()
            try await body(FlagWire(vitrina: vitrina, key: "AVitDemoKeyOfTheModsApp0000000000000000"))
        }
    }

    private func entries(_ wire: FlagWire) async throws -> [String: String] {
        let body = #"{"appId":"1:123456789012:ios:a","appInstanceId":"c","appVersion":"2.6.0"}"#
        let reply = try await wire.fetch(body, project: "mods-demo")
        return (reply.entries?.object ?? [:]).compactMapValues(\.string)
    }

    // D67, D68, D69, D70, D72
    @Test(arguments: TestDatabase.all)
    func `the app is told a variant, seconds, an opacity and switches`(kind: TestDatabase) async throws {
        try await withDemo(kind) { wire in
            let entries = try await entries(wire)
            #expect(
                entries["paywall_variant"] == "standard" && entries["paywall_extended_enabled"] == "false"
            )
            let delay = try #require(entries["paywall_close_delay"].flatMap(Double.init))
            let opacity = try #require(entries["paywall_close_opacity"].flatMap(Double.init))
            #expect(0...60 ~= delay && 0...1 ~= opacity)
            #expect(entries["rate_dialog_enabled"] == "true")

            for (key, value) in [("rate_dialog_enabled", "false"), ("paywall_variant", "extended")] {
                let edits: JSON = [["op": "set_value", "key": .string(key), "value": .string(value)]]
                let draft = try await wire.vitrina.send(.get, "\(Self.path)/draft", as: Vitrina.owner).json
                let reply = try await wire.change(
                    .patch,
                    "draft",
                    ["edits": edits, "publish": true],
                    from: draft["revision"]?.integer,
                    project: Self.path
                )
                #expect(reply.status == 200, "\(reply.text)")
                #expect(try await self.entries(wire)[key] == value)
            }
        }
    }

    // D38, D71
    @Test(arguments: TestDatabase.all)
    func `a text arrives as it was written`(kind: TestDatabase) async throws {
        let text = "«Мелон» — 499 ₽/мес., \"2 недели\" 'даром' €$\r\n\tпотом\\нет \u{1F349}<&>"
        try await withFlagWire(kind, .flags(["price": text])) { wire in
            #expect(try await wire.fetch().entries == ["price": .string(text)])
            #expect(try await wire.evaluate("price").json["value"]?.string == text)
            let template = try await wire.template().json
            #expect(template["parameters"]?["price"]?["defaultValue"]?["value"]?.string == text)
        }
    }
}
