import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Testing
import Web

/// The limits of templates: the maximum is accepted, one more is not (remote-config.md section 5, "Limits").
struct ManagementLimitTests {
    private func parameters(_ keys: [String]) -> JSON {
        ["parameters": .object(Dictionary(uniqueKeysWithValues: keys.map { ($0, [:]) }))]
    }

    private func conditions(_ expressions: [String]) -> JSON {
        [
            "conditions": .array(
                expressions.enumerated().map {
                    ["name": .string("c\($0.offset)"), "expression": .string($0.element)]
                }
            )
        ]
    }

    private func groups(_ names: [String]) -> JSON {
        ["parameterGroups": .object(Dictionary(uniqueKeysWithValues: names.map { ($0, [:]) }))]
    }

    private func text(_ length: Int, of character: String = "я") -> JSON {
        .string(String(repeating: character, count: length))
    }

    /// Checks that the result of `make` is accepted for the maximum, and refused with these words for one more.
    private func expect(_ max: Int, _ words: String, _ make: (Int) -> JSON) async throws {
        let (most, more) = (make(max), make(max + 1))
        try await withFlagWire { wire in
            let taken = try await wire.put(most)
            #expect(taken.status == 200, "\(max) \(words): \(taken.text.prefix(300))")
            for query in ["?validateOnly=true", ""] {
                let refused = try await wire.put(more, query: query)
                #expect(refused.status == 400)
                #expect(refused.googleStatus == "INVALID_ARGUMENT")
                #expect(refused.message.contains(words), "\(max): \(refused.message.prefix(300))")
            }
            #expect(try await wire.template().etag == "etag-123456789012-1")
        }
    }

    // R40
    @Test func `a template holds so many things`() async throws {
        try await expect(3_000, "Param count too large") { count in
            parameters((0..<count).map { "p\($0)" })
        }
        try await expect(2_000, "LIMIT_EXCEEDED conditions") { count in
            conditions(Array(repeating: "true", count: count))
        }
        try await expect(1_000, "LIMIT_EXCEEDED parameterGroups") { count in
            groups((0..<count).map { "g\($0)" })
        }
        try await expect(1_000_000, "LIMIT_EXCEEDED parameters") { count in
            [
                "conditions": [["name": "c", "expression": "true"]],
                "parameters": [
                    "a": ["defaultValue": ["value": text(600_000)]],
                    "b": ["conditionalValues": ["c": ["value": text(count - 600_000)]]],
                ],
            ]
        }
    }

    // R40: the parameters in groups count too.
    @Test func `parameters of groups count as well`() async throws {
        try await expect(3_000, "Param count too large") { count in
            [
                "parameters": parameters(["a", "b"])["parameters"] ?? [:],
                "parameterGroups": ["g": parameters((2..<count).map { "p\($0)" })],
            ]
        }
    }

    // R40
    @Test func `an expression holds so many things`() async throws {
        try await expect(50, "INVALID_CONDITION_EXPRESSION") { count in
            conditions([Array(repeating: "percent > 1", count: count).joined(separator: " && ")])
        }
        try await expect(50, "INVALID_CONDITION_EXPRESSION") { count in
            let ids = (0..<count).map { "'c\($0)'" }.joined(separator: ", ")
            return conditions(["app.firebaseInstallationId in [\(ids)]"])
        }
        try await expect(250, "INVALID_CONDITION_EXPRESSION") { count in
            conditions(["app.customSignal['k'].matches(['\(String(repeating: "a", count: count))'])"])
        }
        try await expect(32, "INVALID_CONDITION_EXPRESSION") { count in
            conditions(["percent('\(String(repeating: "s", count: count))') <= 5"])
        }
    }

    // R40
    @Test func `texts are so long`() async throws {
        try await expect(1_024, "escription") { count in
            ["version": ["description": text(count)], "parameters": ["a": [:]]]
        }
        try await expect(256, "INVALID_DESCRIPTION") { ["parameters": ["a": ["description": text($0)]]] }
        try await expect(256, "INVALID_DESCRIPTION") { ["parameterGroups": ["g": ["description": text($0)]]] }
        try await expect(256, "INVALID_PARAMETER_GROUP") { groups([text($0).string ?? ""]) }
        try await expect(100, "INVALID_CONDITION") { count in
            ["conditions": [["name": text(count, of: "n"), "expression": "true"]]]
        }
    }

    // R39, R40
    @Test func `a key is a word that no object of JavaScript has`() async throws {
        try await expect(256, "INVALID_PARAMETER_KEY") { parameters([text($0, of: "k").string ?? ""]) }
        let words = [
            "constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf",
            "propertyIsEnumerable", "toLocaleString", "__defineGetter__", "__defineSetter__",
            "__lookupGetter__",
            "__lookupSetter__",
        ]
        let wrong = ["", "1a", "a-b", "a.b", "a b", "ключ", "é", "a\n", "$a", " a", "a\u{0}"]
        try await withFlagWire { wire in
            for key in ["a", "_", "_1", "A9_z", "Constructor", "proto", "__proto", "value_of"] {
                let taken = try await wire.put(parameters([key]), query: "?validateOnly=true")
                #expect(taken.status == 200, "\(key)")
                let group: JSON = ["parameterGroups": ["g": parameters([key])]]
                #expect(try await wire.put(group, query: "?validateOnly=true").status == 200, "\(key)")
            }
            for key in words + wrong {
                for template: JSON in [parameters([key]), ["parameterGroups": ["g": parameters([key])]]] {
                    let refused = try await wire.put(template)
                    #expect(refused.status == 400 && refused.googleStatus == "INVALID_ARGUMENT", "\(key)")
                }
            }
            // A group is not a key, and not a key of another group either.
            for template: JSON in [
                ["parameters": ["g": [:]], "parameterGroups": ["g": [:]]],
                ["parameterGroups": ["g": parameters(["g"])]],
                ["parameterGroups": ["g": [:], "h": parameters(["g"])]],
            ] {
                let refused = try await wire.put(template)
                #expect(refused.message.hasPrefix("[VALIDATION_ERROR]: INVALID_PARAMETER_GROUP "))
            }
            #expect(try await wire.put(groups([""])).message.contains("INVALID_PARAMETER_GROUP"))
            #expect(try await wire.template().etag == "etag-123456789012-0")
        }
    }

    // R41
    @Test func `of the versions the wire has the newest 300`() async throws {
        try await withFlagWire { wire in
            for number in 1...Limits.flagVersionsMax {
                _ = try await wire.put(.flags(["a": "\(number)"]))
            }
            #expect(try await wire.template(.get, "?versionNumber=1").status == 200)
            _ = try await wire.put(.flags(["a": "new"]))

            #expect(try await wire.template(.get, "?versionNumber=1").status == 404)
            let rollback = try await wire.template(.post, ":rollback", ["versionNumber": "1"])
            #expect(rollback.status == 404)
            let list = try await wire.template(.get, ":listVersions?pageSize=300").json
            #expect(list["versions"]?.array?.count == 300 && list["nextPageToken"] == nil)
            #expect(list["versions"]?.array?.last?["versionNumber"] == "2")
            // A rollback adds a version, and so removes the oldest one.
            _ = try await wire.template(.post, ":rollback", ["versionNumber": "2"])
            #expect(try await wire.fetch().entries == ["a": "2"])
            #expect(try await wire.template(.get, "?versionNumber=2").status == 404)
            #expect(try await wire.template().etag == "etag-123456789012-302")
        }
    }
}
