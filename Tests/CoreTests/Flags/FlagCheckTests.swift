import Testing

@testable import Core

/// What keeps a template from being published, and in which words Firebase says it (remote-config.md section 5).
struct FlagCheckTests {
    private func faults(_ json: JSON, isForServer: Bool = false) -> [FlagFault] {
        do throws(FlagFaults) {
            return FlagCheck.faults(of: try FlagTemplate.parsing(json), isForServer: isForServer)
        } catch {
            return error.all
        }
    }

    private func parameter(_ parameter: JSON) -> JSON {
        ["conditions": [["name": "ios", "expression": "true"]], "parameters": ["a": parameter]]
    }

    // R35, R36, R37
    @Test(
        arguments: [
            (["defaultValue": ["value": "yes"], "valueType": "BOOLEAN"], "PARAM_VALUE_TYPE_MISMATCH"),
            (["defaultValue": ["value": "+1"], "valueType": "NUMBER"], "PARAM_VALUE_TYPE_MISMATCH"),
            (["defaultValue": ["value": "{a:1}"], "valueType": "JSON"], "PARAM_VALUE_TYPE_MISMATCH"),
            (
                ["conditionalValues": ["ios": ["value": "1e3"]], "valueType": "NUMBER"],
                "PARAM_VALUE_TYPE_MISMATCH"
            ),
            (["valueType": "DATE"], "PARAM_VALUE_TYPE_MISMATCH"),
            (["defaultValue": ["useInAppDefault": false]], "INVALID_IN_APP_DEFAULT_VALUE"),
            (
                ["defaultValue": ["personalizationValue": ["personalizationId": "p"]]],
                "INVALID_DEFAULT_PARAM_VALUE"
            ),
            (["defaultValue": ["value": "1", "useInAppDefault": true]], "UNSUPPORTED_PARAM_VALUE"),
            (["defaultValue": ["value": true]], "UNSUPPORTED_PARAM_VALUE"),
            (["defaultValue": [:]], "UNSUPPORTED_PARAM_VALUE"),
            (["defaultValue": "1"], "UNSUPPORTED_PARAM_VALUE"),
        ] as [(JSON, String)]
    )
    func `a wrong value is named with its reason`(parameter: JSON, reason: String) throws {
        let fault = try #require(faults(self.parameter(parameter)).first)

        #expect(fault.wire.status == "INVALID_ARGUMENT")
        #expect(fault.wire.message.hasPrefix("[VALIDATION_ERROR]: \(reason) parameters/a"))
    }

    // R37
    @Test(arguments: [
        ("BOOLEAN", "TRUE"), ("BOOLEAN", "false"), ("NUMBER", ".5"), ("NUMBER", "-.5"), ("NUMBER", "007"),
        ("JSON", "[]"), ("JSON", "null"), ("STRING", ""),
    ])
    func `whatever apps can read is allowed`(type: String, text: String) {
        let value: JSON = ["value": .string(text)]
        let json: JSON = [
            "defaultValue": value, "conditionalValues": ["ios": value], "valueType": .string(type),
        ]
        #expect(faults(parameter(json)).isEmpty)
    }

    // R38
    @Test func `a rollout is known from what is published, and no other is allowed`() throws {
        func template(_ id: String, percent: JSON = 50) throws -> FlagTemplate {
            let value: JSON = ["rolloutId": .string(id), "value": "1", "percent": percent]
            return try FlagTemplate.parsing(
                parameter(["conditionalValues": ["ios": ["rolloutValue": value]]])
            )
        }
        let published = try template("rollout_1")
        #expect(FlagCheck.faults(of: published, rollouts: ["rollout_1"]).isEmpty)
        let foreign = FlagCheck.faults(of: try template("rollout_4"), rollouts: ["rollout_1"])
        let message =
            "[VALIDATION_ERROR]: INVALID_ROLLOUT_PARAM_VALUE The template has an invalid rollout id : rollout_4"
        #expect(foreign.map(\.wire.message) == [message])
        for percent: JSON in [0, 101] {
            let faults = FlagCheck.faults(
                of: try template("rollout_1", percent: percent),
                rollouts: ["rollout_1"]
            )
            #expect(faults.map(\.reason) == [.rolloutPercentage])
        }
    }

    // R39, R40
    @Test(arguments: [
        ("a", true), ("_", true), ("A_1", true), (String(repeating: "k", count: 256), true), ("", false),
        (String(repeating: "k", count: 257), false), ("1a", false), ("a-b", false), ("a b", false),
        ("ключ", false), ("a\u{0}", false), ("constructor", false), ("__proto__", false),
        ("toString", false), ("valueOf", false), ("hasOwnProperty", false), ("Constructor", true),
    ])
    func `a key is one that every client can hold`(key: String, isKey: Bool) {
        #expect(FlagCheck.isKey(key) == isKey)
        let json: JSON = ["parameters": .object([key: ["defaultValue": ["value": "1"]]])]
        #expect(faults(json).map(\.reason) == (isKey ? [] : [.key]))
    }

    // R32, R40, R42
    @Test(arguments: [
        ("a", true), ("-_ '!%.9", true), (String(repeating: "c", count: 100), true),
        (String(repeating: "c", count: 101), false), ("", false), (" a", false), ("a ", false),
        ("условие", false), ("a&b", false),
    ])
    func `a condition has a name that Firebase has`(name: String, isFine: Bool) {
        let json: JSON = ["conditions": [["name": .string(name), "expression": "true"]]]
        #expect(faults(json).isEmpty == isFine)
    }

    // R32, R42, R47
    @Test func `conditions have different names, known colors and expressions that can be read`() {
        func reasons(_ conditions: JSON) -> [FlagFault.Reason] {
            faults(["conditions": conditions]).map(\.reason)
        }
        let fine: JSON = ["name": "a", "expression": "true", "tagColor": "CYAN"]
        #expect(reasons([fine, fine]) == [.condition])
        #expect(reasons([fine.merged(with: ["tagColor": "RED"])]) == [.condition])
        #expect(reasons([fine.merged(with: ["expression": "true || false"])]) == [.expression])
        #expect(reasons([["name": "a"]]) == [.expression])
        let web: JSON = [["name": "a", "expression": "device.os == 'web'"]]
        // R60
        #expect(faults(["conditions": web], isForServer: true).map(\.reason) == [.expression])
        #expect(faults(["conditions": web]).isEmpty)
    }

    // R33, R39
    @Test func `a key stands in one place, and is no group's name`() {
        let flag: JSON = ["defaultValue": ["value": "1"]]
        let twice: JSON = [
            "parameterGroups": ["g": ["parameters": ["a": flag]], "h": ["parameters": ["a": flag]]]
        ]
        #expect(faults(twice).map(\.reason) == [.duplicateKey])
        let clash: JSON = ["parameters": ["g": flag], "parameterGroups": ["g": ["parameters": [:]]]]
        #expect(faults(clash).map(\.reason) == [.group])
    }

    // R40
    @Test(arguments: [
        ("#/parameters", 3_000), ("#/conditions", 2_000), ("#/parameterGroups", 1_000),
        ("values", 1_000_000), ("description", 256), ("group", 256),
    ])
    func `as much as there may be is allowed and one more is not`(what: String, max: Int) {
        #expect(faults(sized(what, max)).isEmpty)
        let over = faults(sized(what, max + 1))
        #expect(over.count == 1)
        if what == "#/parameters" { #expect(over.first?.wire.message == "Param count too large") }
    }

    /// A template with so many of one thing.
    private func sized(_ what: String, _ count: Int) -> JSON {
        let flag: JSON = ["defaultValue": ["value": ""]]
        // Outside of the first plane, as characters are counted and not UTF-16's units.
        let text = JSON.string(String(repeating: "😀", count: min(count, 300_000)))
        func each(_ name: String, _ value: JSON) -> JSON {
            .object(Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(name)\($0)", value) }))
        }
        switch what {
        case "#/parameters": return ["parameters": each("k", flag)]
        case "#/parameterGroups": return ["parameterGroups": each("g", [:])]
        case "#/conditions":
            return [
                "conditions": .array(
                    (0..<count).map { ["name": .string("c\($0)"), "expression": "true"] }
                )
            ]
        case "values":
            let half = JSON.string(String(repeating: "x", count: count / 2))
            let rest = JSON.string(String(repeating: "x", count: count - count / 2))
            return [
                "conditions": [["name": "c", "expression": "true"]],
                "parameters": [
                    "a": ["defaultValue": ["value": half], "conditionalValues": ["c": ["value": rest]]]
                ],
            ]
        case "description": return ["parameters": ["a": ["description": text]]]
        case _: return ["parameterGroups": .object([text.string ?? "": [:]])]
        }
    }

    // R40
    @Test(arguments: [
        (Array(repeating: "true", count: 50).joined(separator: " && "), true),
        (Array(repeating: "true", count: 51).joined(separator: " && "), false),
        (
            "app.firebaseInstallationId in [\(Array(repeating: "'c'", count: 50).joined(separator: ","))]",
            true
        ),
        (
            "app.firebaseInstallationId in [\(Array(repeating: "'c'", count: 51).joined(separator: ","))]",
            false
        ),
    ])
    func `an expression has as many clauses and installations as it may`(expression: String, isFine: Bool) {
        let json: JSON = ["conditions": [["name": "c", "expression": .string(expression)]]]
        #expect(faults(json).isEmpty == isFine)
    }

    // R31, R34
    @Test func `several unknown conditions are told together`() throws {
        let json: JSON = [
            "parameters": ["a": ["conditionalValues": ["b": ["value": "1"], "a": ["value": "1"]]]]
        ]
        let fault = try #require(faults(json).first)
        #expect(fault.wire.status == "FAILED_PRECONDITION")
        #expect(
            fault.wire.message.hasPrefix("[VALIDATION_ERROR]: [a, b] are not valid condition names. All keys")
        )
    }
}
