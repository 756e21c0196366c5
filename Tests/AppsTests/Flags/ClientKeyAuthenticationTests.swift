import Apps
import Core
import Flags
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Every API refuses and saves the same (remote-config.md 6.17).
struct ClientKeyAuthenticationTests {
    /// The opacity of a cross, from 0 to 1.
    private static func template(_ opacity: String) -> JSON {
        [
            "conditions": [["name": "ios", "expression": "device.os == 'ios'"]],
            "parameters": ["opacity": ["defaultValue": ["value": .string(opacity)], "valueType": "NUMBER"]],
        ]
    }

    private static let notes: JSON = [
        "parameters": ["opacity": ["kind": "number", "min": 0, "max": 1]]
    ]

    private func withOpacity(
        _ kind: TestDatabase,
        _ body: @Sendable (FlagWire) async throws -> Void
    ) async throws {
        try await withFlagWire(kind) { wire in
            let body1: JSON = ["template": Self.template("0.5"), "notes": Self.notes]
            #expect(try await wire.change(.put, "template", body1, from: 0).status == 200)
            try await body(wire)
            #expect(try await wire.number() == 1)
            #expect(try await wire.fetch().entries == ["opacity": "0.5"])
        }
    }

    // R101
    @Test(arguments: TestDatabase.all)
    func `a value that may not be is refused at each door of the API`(kind: TestDatabase) async throws {
        try await withOpacity(kind) { wire in
            let value: JSON = ["defaultValue": ["value": "2"], "valueType": "NUMBER"]
            let replies = [
                try await wire.change(.put, "template", ["template": Self.template("2")], from: 1),
                try await wire.change(.put, "parameters/opacity", ["parameter": value], from: 1),
                try await wire.edit(
                    [["op": "set_value", "key": "opacity", "value": "2"]],
                    publish: true
                ),
                // The request of `vitrina flags import --publish`.
                try await wire.edit(
                    [["op": "replace", "template": Self.template("2"), "notes": Self.notes]],
                    publish: true
                ),
                try await wire.edit(
                    [["op": "set_value", "key": "opacity", "condition": "ios", "value": "2"]],
                    publish: true
                ),
            ]
            for reply in replies {
                #expect(reply.status == 422, "\(reply.text)")
                let errors = reply.json["errors"]?.array ?? []
                #expect(errors.map { $0["detail"] } == ["must be at most 1"])
                let pointer = errors.first?["pointer"]?.string
                #expect(pointer?.hasPrefix("#/parameters/opacity") == true)
            }
            // A refused publication does not change the draft either.
            #expect(try await wire.look("draft").json["exists"] == false)
            let google = try await wire.put(Self.template("2"))
            #expect(google.status == 400 && google.message.contains("PARAM_VALUE_TYPE_MISMATCH"))
        }
    }

    // R101, R97
    @Test(arguments: TestDatabase.all)
    func `a draft that may not be published is not planned either`(kind: TestDatabase) async throws {
        try await withOpacity(kind) { wire in
            let draft = try await wire.edit([["op": "set_value", "key": "opacity", "value": "2"]])
            #expect(draft.status == 200 && draft.json["faults"]?.array?.count == 1)
            #expect(try await wire.publishDraft().status == 422)
            let at = wire.vitrina.clock.now.advanced(by: .seconds(60))
            #expect(try await wire.publishDraft(at: at).status == 422)
            #expect(try await wire.look("schedules").json["items"] == [])
        }
    }

    // R101, R100
    @Test(arguments: TestDatabase.all)
    func `what comes back must fit what is there now`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["variant": "a", "trial": "7"])) { wire in
            let note: JSON = ["requires": ["variant": "a"]]
            let described = try await wire.edit(
                [["op": "set_note", "key": "trial", "note": note]],
                publish: true
            )
            #expect(described.status == 200 && described.json["number"] == 2, "\(described.text)")
            for key in ["trial", "variant"] {
                #expect(
                    try await wire.edit(
                        [["op": "remove_parameter", "key": .string(key)]],
                        publish: key == "trial"
                    )
                    .status == 200
                )
            }
            let other: JSON = ["op": "add_parameter", "key": "other", "parameter": [:], "note": [:]]
            #expect(try await wire.edit([other], publish: true).status == 200)
            // It needs the variant, which is removed.
            let path = "versions/2/restoration"
            let refused = try await wire.change(.put, path, ["parameter": "trial"])
            #expect(refused.status == 422 && refused.text.contains("does not exist: variant"))
            #expect(try await wire.number() == 4)
            #expect(try await wire.change(.put, path, [:]).json["number"] == 5)
        }
    }

    // R101, R107
    @Test(arguments: TestDatabase.all)
    func `what another environment has comes with what it may be there`(kind: TestDatabase) async throws {
        try await withOpacity(kind) { wire in
            let test = NewFlagProject(id: "demo-test", app: "demo", environment: "test", title: "Demo")
            _ = try await wire.vitrina.services.flags.store.create(test, by: Vitrina.owner)
            let path = "/admin/api/v1/flags/demo-test"
            func promote(from version: Int64) async throws -> Vitrina.Reply {
                try await wire.change(
                    .put,
                    "promotion",
                    ["from": "demo-app"],
                    from: version,
                    project: path
                )
            }
            let plan = try await wire.vitrina.send(
                .get,
                "\(path)/promotion?from=demo-app",
                as: Vitrina.viewer
            )
            #expect(plan.json["changes"]?.array?.compactMap { $0["name"] } == ["ios", "opacity"])
            #expect(try await promote(from: 5).status == 412)
            let moved = try await promote(from: 0)
            #expect(moved.status == 200 && moved.json["number"] == 1, "\(moved.text)")
            #expect(moved.json["notes"]?["parameters"]?["opacity"]?["max"] == 1)

            let body: JSON = ["template": Self.template("2")]
            #expect(try await wire.change(.put, "template", body, from: 1, project: path).status == 422)
        }
    }

    // R101
    @Test(arguments: TestDatabase.all)
    func `what others have put into Firebase is not published where it may not be`(
        kind: TestDatabase
    ) async throws {
        try await withGoogle(kind) { world in
            try await world.publish(template: Self.template("0.5"))
            try await world.deliver()
            try await world.edit([
                ["op": "set_note", "key": "opacity", "note": ["kind": "number", "max": 1]]
            ])
            try await world.draft("publish")
            try await world.deliver()
            #expect(try await world.theirs.put(Self.template("2")).status == 200)

            let pulled = try await world.send("pull")
            #expect(pulled.status == 200 && pulled.json["faults"]?.array?.count == 1, "\(pulled.text)")
            await #expect(throws: Problem.self) { try await world.draft("publish") }
        }
    }

    // R112, D63
    @Test(arguments: TestDatabase.all)
    func `history tells of each change who made it, why and through which door`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let parameter: JSON = ["parameter": ["defaultValue": ["value": "2"]]]
            #expect(
                try await wire.change(.put, "parameters/a", parameter, from: 1, note: "part").status == 200
            )
            let edit: JSON = [["op": "set_value", "key": "a", "value": "3"]]
            #expect(try await wire.edit(edit, publish: true, note: "draft").status == 200)
            #expect(try await wire.change(.put, "versions/1/restoration", [:], note: "back").status == 200)
            #expect(try await wire.edit([["op": "set_value", "key": "a", "value": "5"]]).status == 200)
            let at = wire.vitrina.clock.now.advanced(by: .seconds(60))
            #expect(try await wire.publishDraft(at: at).status == 201)
            wire.vitrina.clock.advance(by: .seconds(60))
            #expect(try await wire.vitrina.services.flags.due.carryOut().done == 1)

            let items = try await wire.look("versions").json.items
            #expect(items.map { $0["number"] } == [5, 4, 3, 2, 1])
            #expect(items.compactMap { $0["description"]?.string } == ["back", "draft", "part"])
            #expect(items.first?["door"] == "server")
            #expect(items.dropFirst().allSatisfy { $0["door"] == "api" })
            #expect(items.allSatisfy { $0["by"]?.string == Vitrina.owner.name && $0["changes"] == 1 })
            #expect(items[1]["rollback_source"] == 1)
            let diff = try await wire.look("versions/3/diff").json["changes"]?.array?.first
            #expect(diff?["lines"]?.array?.first?["before"] == ["value": "2"])
            #expect(diff?["lines"]?.array?.first?["after"] == ["value": "3"])
        }
    }
}
