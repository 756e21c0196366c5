import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

/// The effect of a publication on clients that have the flags, and the types of numbers.
struct OFREPListTests {
    /// Only clients with the plan get another title.
    private static func template(gold: String) -> JSON {
        [
            "conditions": [
                ["name": "gold", "expression": "app.customSignal['plan'].exactlyMatches(['gold'])"]
            ],
            "parameters": [
                "title": [
                    "defaultValue": ["value": "a"], "conditionalValues": ["gold": ["value": .string(gold)]],
                ],
                "count": ["defaultValue": ["value": "1"], "valueType": "NUMBER"],
            ],
        ]
    }

    // R18, R89, R93, remote-config.md 6.13
    @Test(arguments: TestDatabase.all)
    func `a publication marks only what it changes for a client`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, Self.template(gold: "b")) { wire in
            let bodies = [#"{"context":{"targetingKey":"u1"}}"#, #"{"context":{"plan":"gold"}}"#]
            func ask(_ body: String, _ etag: String = "", query: String = "") async throws -> Vitrina.Reply {
                let headers: HTTPFields = [.apiKey: wire.key, .ifNoneMatch: etag]
                return try await wire.evaluate(nil, body, headers: headers, query: query)
            }
            let plain = try await ask(bodies[0])
            let gold = try await ask(bodies[1])
            // The event names the new version.
            _ = try await wire.put(Self.template(gold: "c"))
            let query = "?flagConfigEtag=etag-123456789012-2"
            #expect(try await ask(bodies[0], plain.etag, query: query).status == 304)
            let changed = try await ask(bodies[1], gold.etag, query: query)
            #expect(changed.status == 200)
            #expect(changed.json["metadata"]?["version"] == 2)
            let before = gold.json["flags"]?.array ?? []
            let after = changed.json["flags"]?.array ?? []
            #expect(zip(before, after).filter { $0 != $1 }.map { $1["key"] } == ["title"])
            // A change of metadata changes no answer.
            var metadata = FlagMetadata()
            metadata.title = "Title"
            try await wire.describe("title", as: metadata)
            #expect(try await ask(bodies[0], plain.etag).status == 304)
            #expect(try await ask(bodies[1], changed.etag).status == 304)
        }
    }

    // R17, R84, remote-config.md 6.12
    @Test(arguments: [
        (#"{"kind":"number","min":0,"max":60,"step":1}"#, "5"),
        (#"{"kind":"number","step":1}"#, "5"),
        (#"{"kind":"number","min":0,"max":60,"step":1,"is_whole":false}"#, "5.0"),
        (#"{"kind":"number","min":0,"max":60,"step":1,"is_whole":true}"#, "5"),
        (#"{"kind":"number","min":0,"max":60,"is_whole":true}"#, "5"),
        (#"{"kind":"number","min":0,"max":60}"#, "5.0"),
        (#"{"kind":"number","min":0,"max":60,"step":0.5}"#, "5.0"),
        (#"{"kind":"number","min":0.5,"max":60,"step":1.5}"#, "5.0"),
        (#"{"kind":"number","min":0,"max":9.5,"step":1}"#, "5.0"),
    ])
    func `a number is an integer where nothing else fits its bounds and step`(
        note: String,
        value: String
    ) async throws {
        let number: JSON = ["parameters": ["delay": ["defaultValue": ["value": "5"], "valueType": "NUMBER"]]]
        try await withFlagWire(.sqlite, number) { wire in
            let metadata = try FlagMetadata(json: JSON(parsing: note))
            #expect(try metadata.json == JSON(parsing: note))
            try await wire.describe("delay", as: metadata)
            #expect(try await wire.evaluate("delay").text.contains(#""value":\#(value),"#))
            #expect(try await wire.evaluate(nil, "{}").text.contains(#""value":\#(value),"#))
        }
    }
}
