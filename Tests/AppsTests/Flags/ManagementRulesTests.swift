import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

/// The rules of templates, refused as in Firebase's API.
struct ManagementRulesTests {
    private func trial(_ wire: FlagWire, _ template: JSON) async throws -> Vitrina.Reply {
        try await wire.put(template, query: "?validateOnly=true")
    }

    /// Each change must be refused for this reason, and nothing is stored.
    private func expect(_ refused: [JSON], _ reason: String, status: String = "INVALID_ARGUMENT") async throws
    {
        try await withFlagWire { wire in
            for template in refused {
                for query in ["?validateOnly=true", ""] {
                    let reply = try await wire.put(template, query: query)
                    let shown = "\(template.text.prefix(200)): \(reply.text)"
                    #expect(reply.status == 400 && reply.googleStatus == status, "\(shown)")
                    #expect(reply.message.hasPrefix("[VALIDATION_ERROR]: \(reason)"), "\(shown)")
                    #expect(reply.etag.isEmpty)
                }
            }
            #expect(try await wire.template().etag == "etag-123456789012-0")
        }
    }

    private func expectTaken(_ taken: [JSON]) async throws {
        try await withFlagWire { wire in
            for template in taken {
                let reply = try await trial(wire, template)
                #expect(reply.status == 200, "\(template.text.prefix(200)): \(reply.text.prefix(500))")
            }
        }
    }

    private func named(_ names: [String]) -> JSON {
        ["conditions": .array(names.map { ["name": .string($0), "expression": "true"] })]
    }

    private func valued(_ value: JSON, type: String = "STRING", isConditional: Bool = false) -> JSON {
        let place = isConditional ? "conditionalValues" : "defaultValue"
        return [
            "conditions": [["name": "c", "expression": "true"]],
            "parameters": [
                "a": [
                    "valueType": .string(type), place: isConditional ? ["c": value] : value,
                ]
            ],
        ]
    }

    // R32
    @Test(arguments: TestDatabase.all)
    func `conditions keep their order`(kind: TestDatabase) async throws {
        try await withFlagWire(kind) { wire in
            var random = SeededRandom(seed: 32)
            let names = (0..<60).map { "c \($0)" }.shuffled(using: &random)
            #expect(try await wire.put(named(names)).status == 200)
            for reply in [try await wire.template(), try await wire.template(.get, "?versionNumber=1")] {
                #expect(reply.json["conditions"]?.array?.compactMap { $0["name"]?.string } == names)
            }
            let turned = Array(names.reversed())
            #expect(try await wire.put(named(turned)).status == 200)
            _ = try await wire.template(.post, ":rollback", ["versionNumber": 1])
            let back = try await wire.template()
            #expect(back.json["conditions"]?.array?.compactMap { $0["name"]?.string } == names)
        }
    }

    // R32, R40
    @Test func `a condition has a name of its own`() async throws {
        let long = String(repeating: "c", count: Limits.flagConditionNameLengthMax)
        #expect(long.count == 100)
        try await expectTaken([named(["a", "A", "a b", "-_0 '!%.z", long])])
        let wrong = ["", " a", "a ", "a/b", "a\"b", "ы", "a\n", long + "c", "a&&b"]
        try await expect(
            wrong.map { named([$0]) } + [
                named(["a", "b", "a"]), ["conditions": [["expression": "true"]]],
                ["conditions": [["name": 5, "expression": "true"]]],
            ],
            "INVALID_CONDITION "
        )
    }

    // R33
    @Test func `a key is in one place`() async throws {
        let (one, other): (JSON, JSON) = (["parameters": ["a": [:]]], ["parameters": ["a": [:], "b": [:]]])
        try await expect(
            [
                ["parameterGroups": ["g": one, "h": other]],
                ["parameters": ["a": [:]], "parameterGroups": ["g": one]],
                ["parameters": ["b": [:], "a": [:]], "parameterGroups": ["g": other]],
            ],
            "DUPLICATE_KEY "
        )
        try await expectTaken([
            ["parameters": ["c": [:]], "parameterGroups": ["g": one, "h": ["parameters": ["b": [:]]]]]
        ])
    }

    // R34
    @Test func `values belong to conditions that there are`() async throws {
        func template(_ names: [String]) -> JSON {
            let values = names.map { ($0, ["value": "1"] as JSON) }
            return [
                "conditions": [["name": "c", "expression": "true"]],
                "parameters": ["a": ["conditionalValues": .object(Dictionary(uniqueKeysWithValues: values))]],
            ]
        }
        let rest =
            "] are not valid condition names. All keys in all conditional value maps must be valid condition names."
        try await expect(
            [template(["foo"]), template(["c", "foo"])],
            "[foo" + rest,
            status: "FAILED_PRECONDITION"
        )
        try await expect([template(["foo", "C"])], "[C, foo" + rest, status: "FAILED_PRECONDITION")
        try await expectTaken([template(["c"])])
    }

    // R35
    @Test func `a default is a text or what the app has built in`() async throws {
        try await expectTaken([valued(["value": ""]), valued(["useInAppDefault": true]), valued(.null)])
        try await expect(
            [
                valued(["personalizationValue": ["personalizationId": "p"]]),
                valued(["rolloutValue": ["rolloutId": "r", "value": "1", "percent": 5]]),
                valued(["experimentValue": ["experimentId": "e", "variantValue": []]]),
            ],
            "INVALID_DEFAULT_PARAM_VALUE "
        )
        try await expect(
            [valued(["useInAppDefault": false]), valued(["useInAppDefault": "true"])],
            "INVALID_IN_APP_DEFAULT_VALUE "
        )
        try await expect(
            [valued([:]), valued("x"), valued([]), valued(["other": 1])],
            "UNSUPPORTED_PARAM_VALUE "
        )
    }

    // R36
    @Test(arguments: [false, true])
    func `a value is one text`(isConditional: Bool) async throws {
        let values: [JSON] = [
            ["value": 1], ["value": .decimal(1.5)], ["value": true], ["value": .null], ["value": []],
            ["value": [:]],
            ["value": "1", "useInAppDefault": true],
            ["value": "1", "personalizationValue": ["personalizationId": "p"]],
            ["useInAppDefault": true, "experimentValue": ["experimentId": "e"]],
            ["personalizationValue": "p"], [:],
        ]
        try await expect(values.map { valued($0, isConditional: isConditional) }, "UNSUPPORTED_PARAM_VALUE ")
    }

    // R37
    @Test(arguments: [false, true])
    func `a text is of the type of its parameter`(isConditional: Bool) async throws {
        let right = [
            "BOOLEAN": ["true", "false", "TRUE", "False", "tRuE"],
            "NUMBER": ["0", "1", "-1", ".5", "-.5", "0.25", "007", "12345678901234567890", "-0.0"],
            "JSON": ["{}", "[]", "\"x\"", "1", "null", "true", " {\"a\": [1, {\"b\": null}]} ", "\"{a:1}\""],
            "STRING": ["", "yes", "{a:1}", "\u{1F60A}", "1e3"],
        ]
        let wrong = [
            "BOOLEAN": ["yes", "no", "1", "0", "", " true", "t", "да"],
            "NUMBER": [
                "1e3", "+1", "1.", "", " 1", "1 ", "1,5", "NaN", "Infinity", "0x1", "--1", ".", "-", "1.2.3",
                "١",
            ],
            "JSON": [
                "{a:1}", "{'a':1}", "", "{\"a\":1,}", "nope", "01", "{", "[1,]", "NaN", "{} x", "\u{FEFF}{}",
            ],
        ]
        func templates(_ texts: [String: [String]]) -> [JSON] {
            texts.flatMap { type, texts in
                texts.map { valued(["value": .string($0)], type: type, isConditional: isConditional) }
            }
        }
        try await expectTaken(templates(right))
        try await expect(templates(wrong), "PARAM_VALUE_TYPE_MISMATCH ")
        try await expect([valued(["value": "1"], type: "number")], "PARAM_VALUE_TYPE_MISMATCH ")
        try await expectTaken([valued(["value": "1"], type: "PARAMETER_VALUE_TYPE_UNSPECIFIED")])
    }

    // R42
    @Test func `a color is one of Firebase's`() async throws {
        @Sendable func colored(_ color: JSON) -> JSON {
            ["conditions": [["name": "c", "expression": "true", "tagColor": color]]]
        }
        let colors: [JSON] = [
            "BLUE", "BROWN", "CYAN", "DEEP_ORANGE", "GREEN", "INDIGO", "LIME", "ORANGE", "PINK", "PURPLE",
            "TEAL",
        ]
        try await expectTaken((colors + ["CONDITION_DISPLAY_COLOR_UNSPECIFIED", .null]).map(colored))
        try await expect(["RED", "blue", "", "BLUE ", 5, "#0000FF"].map(colored), "INVALID_CONDITION ")
        try await withFlagWire { wire in
            for color in colors {
                let kept = try await wire.put(colored(color)).json["conditions"]?.array?.first?["tagColor"]
                #expect(kept == color)
            }
        }
    }
}
