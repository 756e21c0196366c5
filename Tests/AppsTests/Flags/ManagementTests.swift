import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

struct ManagementTests {
    // R20, R10, R29, D48
    @Test(arguments: TestDatabase.all)
    func `a project begins with version 0 and an entity tag for its first template`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind) { wire in
            let empty = try await wire.template()
            #expect(empty.status == 200)
            #expect(empty.etag == "etag-123456789012-0")
            #expect(empty.json["conditions"] == [])
            #expect(empty.json["parameters"] == [:])
            #expect(empty.json["parameterGroups"] == [:])

            let first = try await wire.put(.exampleFlags, ifMatch: empty.etag)

            #expect(first.status == 200)
            #expect(first.etag == "etag-123456789012-1")
        }
    }

    // R21, R9, R10, R11, R13, R32, D49: the order of conditions is preserved.
    @Test(arguments: TestDatabase.all)
    func `a template is published under the tag it was made from`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .exampleFlags) { wire in
            let read = try await wire.template()
            #expect(
                read.json["conditions"]?.array?.compactMap { $0["name"]?.string } == [
                    "gold", "new ios", "russian", "half",
                ]
            )
            #expect(read.json["parameters"]?["built_in"]?["valueType"] == "STRING")
            let group = read.json["parameterGroups"]?["paywall"]
            #expect(group?["parameters"]?["texts"]?["valueType"] == "JSON")

            let described = read.json.merged(with: ["version": ["description": "Spring"]])
            let reply = try await wire.put(described, ifMatch: read.etag)

            #expect(reply.status == 200)
            let version = try #require(reply.json["version"])
            #expect(version["versionNumber"] == "2")
            #expect(version["updateType"] == "INCREMENTAL_UPDATE")
            #expect(version["updateOrigin"] == "REST_API")
            #expect(version["description"] == "Spring")
            #expect(version["updateUser"]?["email"]?.string?.isEmpty == false)
            #expect(version["updateUser"]?["name"] == "Olga")
            #expect(version["rollbackSource"] == nil)
            let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}|\.\d{6}|\.\d{9})?Z/#
            #expect(version["updateTime"]?.string?.wholeMatch(of: time) != nil)
            #expect(try await wire.template().json == reply.json)
        }
    }

    // R12, R22, D50
    @Test(
        arguments: [nil, "etag-123456789012-7", "etag-1-1", "nonsense", "", "etag-123456789012-"] as [String?]
    )
    func `another entity tag is a mismatch`(tag: String?) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.put(.exampleFlags, ifMatch: tag)

            #expect(reply.status == 400)
            #expect(reply.googleStatus == "FAILED_PRECONDITION")
            let expected = tag == "etag-123456789012-7" ? 7 : 0
            #expect(
                reply.message
                    == "[VERSION_MISMATCH]: Expected version \(expected), found 1 for project: 123456789012"
            )
            #expect(try await wire.template().etag == "etag-123456789012-1")
        }
    }

    // R22, D51
    @Test func `a star replaces whatever stands there`() async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.put(.flags(["a": "1"]), ifMatch: "*")

            #expect(reply.json["version"]?["updateType"] == "FORCED_UPDATE")
            #expect(reply.json["version"]?["versionNumber"] == "2")
            // A proxy may add `W/` and quotes to a tag.
            #expect(try await wire.put(.flags(["a": "2"]), ifMatch: "W/\"\(reply.etag)\"").status == 200)
        }
    }

    // R23
    @Test(arguments: TestDatabase.all)
    func `of many who publish at once exactly one wins`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .exampleFlags) { wire in
            let statuses = try await atOnce(0..<10) { number in
                try await wire.put(.flags(["a": "\(number)"]), ifMatch: "etag-123456789012-1").status
            }

            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 400 } == 9)
            #expect(try await wire.template().etag == "etag-123456789012-2")
        }
    }

    // R24, R15, D52
    @Test(arguments: ["?validateOnly=true", "?validate_only=true"])
    func `a trial stores nothing`(query: String) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let right = try await wire.put(.flags(["a": "1"]), ifMatch: "etag-123456789012-1", query: query)
            #expect(right.status == 200)
            #expect(right.etag == "etag-123456789012-0")
            #expect(right.json["parameters"]?["a"]?["defaultValue"] == ["value": "1"])

            let wrong = try await wire.put(.flags(["1a": "1"]), ifMatch: "*", query: query)
            #expect(wrong.status == 400)
            #expect(wrong.etag.isEmpty)
            #expect(wrong.message.hasPrefix("[VALIDATION_ERROR]: "))
            #expect(try await wire.template().etag == "etag-123456789012-1")
        }
    }

    // R24: a dry run in another spelling publishes nothing.
    @Test(arguments: [
        ("?validateOnly=True", 200), ("?validate_only=1", 200),
        ("?validateOnly=false&validate_only=TRUE", 200),
        ("?validateOnly", 400), ("?validateOnly=", 400), ("?validate_only=yes", 400),
    ])
    func `a trial is never taken for the real thing`(query: String, status: Int) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            let reply = try await wire.put(.flags(["a": "1"]), query: query)

            #expect(reply.status == status)
            if status == 400 { #expect(reply.googleStatus == "INVALID_ARGUMENT") }
            #expect(try await wire.template().etag == "etag-123456789012-1")
            #expect(try await wire.put(.flags(["a": "1"]), query: "?validateOnly=false").etag.hasSuffix("-2"))
        }
    }

    // R33, R34, R35, R36, R37, R42, D53
    @Test(arguments: [
        (
            #"{"parameters":{"a":{"conditionalValues":{"foo":{"value":"1"}}}}}"#, "FAILED_PRECONDITION",
            "[VALIDATION_ERROR]: [foo] are not valid condition names. All keys in all conditional value maps must "
                + "be valid condition names."
        ),
        (
            #"{"parameters":{"a":{}},"parameterGroups":{"g":{"parameters":{"a":{}}}}}"#, "INVALID_ARGUMENT",
            "[VALIDATION_ERROR]: DUPLICATE_KEY "
        ),
        (
            #"{"parameters":{"a":{"defaultValue":{"value":"1e3"},"valueType":"NUMBER"}}}"#,
            "INVALID_ARGUMENT",
            "[VALIDATION_ERROR]: PARAM_VALUE_TYPE_MISMATCH "
        ),
        (
            #"{"parameters":{"a":{"defaultValue":{"value":1}}}}"#, "INVALID_ARGUMENT",
            "[VALIDATION_ERROR]: UNSUPPORTED_PARAM_VALUE "
        ),
        (
            #"{"parameters":{"a":{"defaultValue":{"rolloutValue":{"rolloutId":"rollout_4","value":"1","percent":5}}}}}"#,
            "INVALID_ARGUMENT", "[VALIDATION_ERROR]: "
        ),
        (#"{"conditions":[{"name":"a","expression":"true","tagColor":"RED"}]}"#, "INVALID_ARGUMENT", "["),
        (#"{"conditions":[{"name":"a","expression":"!true"}]}"#, "INVALID_ARGUMENT", "["),
        ("{", "INVALID_ARGUMENT", "This is not JSON"), ("", "INVALID_ARGUMENT", "The body is empty"),
        (" ", "INVALID_ARGUMENT", "This is not JSON"), ("[]", "INVALID_ARGUMENT", "The body must be"),
    ])
    func `what is wrong is said in Firebase's words`(
        body: String,
        status: String,
        message: String
    ) async throws {
        try await withFlagWire { wire in
            let reply = try await wire.vitrina.send(
                .put,
                "/v1/projects/demo-app/remoteConfig",
                bytes: Array(body.utf8),
                headers: [.ifMatch: "*"],
                as: Vitrina.owner
            )

            #expect(reply.status == 400)
            #expect(reply.json["error"]?["code"] == 400)
            #expect(reply.googleStatus == status)
            #expect(reply.message.hasPrefix(message), "\(reply.message)")
        }
    }

    // R115
    @Test func `all flags go only where that is meant`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let tag = "etag-123456789012-1"
            let refused = try await wire.put(.flags([:]), ifMatch: tag)
            #expect(refused.message.contains("EMPTY_TEMPLATE"))
            #expect(try await wire.put(.flags([:]), ifMatch: tag, query: "?allowEmpty=true").status == 200)
        }
    }

    // R22, D53: a missing file must not remove all flags.
    @Test(arguments: ["", "?validateOnly=true"])
    func `no body publishes nothing, whatever is forced`(query: String) async throws {
        try await withFlagWire(.sqlite, .exampleFlags) { wire in
            for path in ["remoteConfig", "namespaces/firebase/remoteConfig"] {
                let reply = try await wire.vitrina.send(
                    .put,
                    "/v1/projects/demo-app/\(path)\(query)",
                    headers: [.ifMatch: "*"],
                    as: Vitrina.owner
                )
                #expect(reply.status == 400)
            }
            #expect(try await wire.template().etag == "etag-123456789012-1")
        }
    }

    // R38
    @Test(arguments: [
        #"{"personalizationValue":{"personalizationId":"p1","x":true}}"#,
        #"{"rolloutValue":{"rolloutId":"rollout_4","value":"2","percent":5,"x":true}}"#,
        #"{"experimentValue":{"experimentId":"e","variantValue":[{"variantId":"v","noChange":true}],"x":1}}"#,
    ])
    func `what Google decides goes through unharmed`(text: String) async throws {
        try await withFlagWire { wire in
            let value = try JSON(parsing: text)
            let template: JSON = [
                "conditions": [["name": "c", "expression": "true", "extra": [1, 2]]],
                "parameters": [
                    "a": [
                        "defaultValue": ["value": "1"],
                        "conditionalValues": ["c": value],
                        "unknown": ["deep": nil],
                    ]
                ],
                "future": "kept",
            ]
            let reply = try await wire.put(template)

            #expect(reply.status == 200)
            #expect(reply.json["future"] == "kept")
            #expect(reply.json["conditions"]?.array?.first?["extra"] == [1, 2])
            let parameter = reply.json["parameters"]?["a"]
            #expect(parameter?["unknown"] == ["deep": nil])
            #expect(parameter?["conditionalValues"]?["c"] == value)
            // Values managed by Google are ignored here.
            #expect(try await wire.fetch().entries == ["a": "1"])
            #expect(try await wire.evaluate("a").json["value"] == "1")
            // The same through an import, and through an edit of something else.
            let place = FlagPlace(project: FlagWire.id)
            let edits: [FlagEdit] = [
                .replace(AnnotatedTemplate(try FlagTemplate.parsing(template))),
                .setValue(FlagValue("3"), of: "a", under: nil),
            ]
            let drafts = wire.vitrina.services.flags.drafts
            let revision = try await drafts.draft(place).revision
            _ = try await drafts.publish(edits, place, from: revision, as: FlagAct(author: Vitrina.owner))
            let current = try await wire.template().json
            #expect(current["parameters"]?["a"]?["conditionalValues"]?["c"] == value)
            #expect(current["future"] == "kept")
            #expect(try await wire.fetch().entries == ["a": "3"])
        }
    }
}
