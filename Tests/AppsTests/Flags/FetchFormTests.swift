import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

/// The requests of each of Firebase's SDKs, byte for byte from the table of remote-config.md 4.3.
struct FetchFormTests {
    // R63, R3, D31, D32: plain JSON with a header for gzip.
    static let js = #"""
        {"sdk_version":"12.4.0","app_instance_id":"cJs0123456789012345678","app_instance_id_token":"eyJhbGciOi",\#
        "app_id":"1:123456789012:web:0a1b2c","language_code":"ru-RU","custom_signals":{"plan":"gold","age":"21"}}
        """#

    static let android = #"""
        {"appInstanceId":"dAndroid01234567890123","appInstanceIdToken":"eyJhbGciOi",\#
        "appId":"1:123456789012:android:0a1b2c","countryCode":"RU","languageCode":"ru-RU","platformVersion":"34",\#
        "timeZone":"Europe\/Moscow","appVersion":"2.10.1","appBuild":"210","packageName":"org.example.app",\#
        "sdkVersion":"22.1.2","analyticsUserProperties":{},"firstOpenTime":"2026-01-02T03:04:05.678Z",\#
        "customSignals":{}}
        """#

    static let ios = #"""
        {app_instance_id:'eIos012345678901234567', app_instance_id_token:'eyJhbGciOi', \#
        app_id:'1:123456789012:ios:0a1b2c', country_code:'ru', language_code:'ru_RU', platform_version:'18.1.1', \#
        time_zone:'Europe/Moscow', package_name:'org.example.app', app_version:'2.10.0', app_build:'7', \#
        sdk_version:'12.4.0', first_open_time:'2026-01-02T03:04:05Z', \#
        custom_signals:{"city":"Москва","plan":"gold","quote":"it's, 'x': \"y\""}}
        """#

    @Test func `the SDK for JavaScript is answered`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.fetch(
                Self.js,
                headers: [.contentType: "application/json", .contentEncoding: "gzip", .ifNoneMatch: "*"]
            )

            #expect(reply.state == "UPDATE")
            #expect(reply.entries?["title"] == "Gold")
            #expect(reply.entries?["delay"] == "2")
        }
    }

    @Test func `the SDK for Android is answered`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.fetch(
                Self.android,
                headers: [.googleKey: wire.key, .contentType: "application/json"],
                project: FlagWire.number,
                query: ""
            )

            #expect(reply.state == "UPDATE")
            #expect(reply.entries?["title"] == "Привет")
            // It is not iOS.
            #expect(reply.entries?["delay"] == "2")
            #expect(reply.json["appName"] == "org.example.app")
        }
    }

    // R3, R4, R49, D33, D34: compressed bodies in lenient JSON.
    @Test(arguments: [true, false])
    func `the SDK for iOS is answered`(isCompressed: Bool) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let padding = String(repeating: " ", count: 2_000)
            let plain = Array((Self.ios + padding).utf8)
            let body = isCompressed ? try #require(Gzip.compressed(plain)) : plain
            let reply = try await wire.fetch(
                bytes: body,
                headers: [.contentEncoding: "gzip", .contentType: "application/json"]
            )

            #expect(reply.state == "UPDATE")
            #expect(reply.entries?["title"] == "Gold")
            #expect(reply.entries?["delay"] == "2.5")
        }
    }

    // R3
    @Test func `a body that grows beyond its bound is cut off`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let bomb = try #require(Gzip.compressed([UInt8](repeating: 32, count: 50 << 20)))
            #expect(bomb.count < Limits.flagBodySizeMax)

            let inflated = try await wire.fetch(bytes: bomb)
            // Google has no other status for a body that is too large.
            #expect(inflated.status == 400)
            #expect(inflated.googleStatus == "INVALID_ARGUMENT")
            #expect(inflated.json["error"]?["code"] == 400)
            #expect(inflated.message.contains("large"))
            let plain = try await wire.fetch(bytes: [UInt8](repeating: 32, count: Limits.flagBodySizeMax + 1))
            #expect(plain.status == 400)
            #expect(plain.message.contains("\(Limits.flagBodySizeMax)"))
            let broken = try await wire.fetch(bytes: [0x1F, 0x8B, 8, 0, 1, 2, 3])
            #expect(broken.status == 400)
        }
    }

    // R5, D34
    @Test(arguments: [true, false])
    func `every field is read in either style`(isSnake: Bool) async throws {
        let names = [
            ("appId", "1:1:ios:a"), ("appInstanceId", "c1"), ("countryCode", "ru"), ("languageCode", "ru"),
            ("appVersion", "2.10.0"), ("appBuild", "12"), ("firstOpenTime", "2026-01-02T03:04:05Z"),
        ]
        func name(_ camel: String) -> String {
            isSnake ? camel.replacing(#/[A-Z]/#) { "_" + $0.output.lowercased() } : camel
        }
        var members = Dictionary(uniqueKeysWithValues: names.map { (name($0.0), JSON.string($0.1)) })
        members[name("customSignals")] = ["tier": 3]
        members[name("analyticsUserProperties")] = ["club": "red"]
        let body = JSON.object(members).text
        let expressions = [
            "app.id == '1:1:ios:a'", "device.country in ['RU']", "device.language in ['ru']",
            "app.version.==(['2.10.0'])", "app.build.>(['11'])", "app.customSignal['tier'] == 3",
            "app.userProperty['club'].exactlyMatches(['red'])",
            "app.firstOpenTimestamp <= ('2026-01-03T00:00:00', 'GMT')", "device.os == 'ios'",
        ]
        let template: JSON = [
            "conditions": .array(
                expressions.enumerated().map {
                    ["name": .string("c\($0.offset)"), "expression": .string($0.element)]
                }
            ),
            "parameters": .object(
                Dictionary(
                    uniqueKeysWithValues: expressions.indices.map { index in
                        (
                            "p\(index)",
                            [
                                "defaultValue": ["value": "no"],
                                "conditionalValues": .object(["c\(index)": ["value": "yes"]]),
                            ]
                        )
                    }
                )
            ),
        ]
        try await withFlagWire(.sqlite, template) { wire in
            let reply = try await wire.fetch(body)

            for (index, expression) in expressions.enumerated() {
                #expect(reply.entries?["p\(index)"] == "yes", "\(expression)")
            }
        }
    }
}
