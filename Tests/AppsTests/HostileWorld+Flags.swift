import Core
import HTTPTypes
import Storage
import TestSupport
import Web

extension HostileWorld {
    /// The names in the paths of the pages of a project of flags.
    enum Flag {
        static let project = "hostile"
        static let parameter = "hostile_text"
        static let condition = "hostile condition"
    }

    private static let flags = "/flags/\(Flag.project)"

    /// A project of flags with a script in every text that staff can write in it.
    func writeFlags() async throws {
        let project: JSON = [
            "id": .string(Flag.project), "app": "mall", "environment": "production",
            "title": .string(Self.text("flag.project")),
        ]
        try await send(.post, "/flags", project)
        try await send(.post, "\(Self.flags)/keys", ["name": .string(Self.text("flag.key"))])
        let device: JSON = ["id": "device", "name": .string(Self.text("flag.device"))]
        try await send(.post, "\(Self.flags)/devices", device)
        try await send(
            .put,
            "\(Self.flags)/template",
            ["template": Self.template, "notes": Self.notes],
            headers: .noted("flag.version", from: "\"0\"")
        )
        let planned = HTTPFields.noted("flag.plan", from: try await edit("flag.planned"))
        try await send(
            .put,
            "\(Self.flags)/draft/publication",
            ["at": .string(vitrina.clock.now.advanced(by: .seconds(86_400)).description)],
            headers: planned
        )
        _ = try await edit("flag.draft")
    }

    /// Puts a text into the draft, and returns the new tag.
    private func edit(_ name: String) async throws -> String? {
        let draft = try await send(.get, "\(Self.flags)/draft")
        let edit: JSON = [
            "op": "set_value", "key": .string(Flag.parameter), "value": .string(Self.text(name)),
        ]
        let headers: HTTPFields = [.ifMatch: draft.headers[.eTag] ?? ""]
        let edited = try await send(.patch, "\(Self.flags)/draft", ["edits": [edit]], headers: headers)
        return edited.headers[.eTag]
    }

    private static var template: JSON {
        [
            "conditions": [
                [
                    "name": .string(Flag.condition),
                    "description": .string(text("flag.condition.description")),
                    // Firebase's own escape: a name of a signal may have any characters.
                    "expression":
                        "app.userProperty['\\\"\\'><script>flag.signal</script>'].contains(['<script>'])",
                ]
            ],
            "parameterGroups": [
                text("flag.group"): [
                    "description": .string(text("flag.group.description")),
                    "parameters": [
                        Flag.parameter: [
                            "valueType": "STRING", "description": .string(text("flag.description")),
                            "defaultValue": ["value": .string(text("flag.value"))],
                            "conditionalValues": [
                                Flag.condition: ["value": .string(text("flag.conditional"))]
                            ],
                        ]
                    ],
                ]
            ],
            "parameters": [
                "hostile_choice": [
                    "valueType": "STRING", "defaultValue": ["value": .string(text("flag.option"))],
                ],
                "hostile_json": [
                    "valueType": "JSON",
                    "defaultValue": ["value": #"{"a": "\"'><script>flag.json</script>"}"#],
                ],
                "hostile_number": ["valueType": "NUMBER", "defaultValue": ["value": "1"]],
            ],
        ]
    }

    private static var notes: JSON {
        let option: JSON = [
            "value": .string(text("flag.option")), "title": .string(text("flag.option.title")),
        ]
        return [
            "parameters": [
                Flag.parameter: [
                    "title": .string(text("flag.title")), "owner": .string(text("flag.owner")),
                    "requires": ["hostile_choice": .string(text("flag.option"))],
                ],
                "hostile_choice": ["kind": "choice", "options": [option]],
                "hostile_number": ["kind": "number", "unit": .string(text("flag.unit"))],
                "hostile_json": [
                    "kind": "schema", "schema": ["title": .string(text("flag.schema")), "type": "object"],
                ],
            ],
            "conditions": [Flag.condition: ["title": .string(text("flag.condition"))]],
        ]
    }
}

extension HTTPFields {
    /// The headers of a change: the expected version, and a script as its reason.
    static func noted(_ name: String, from tag: String? = nil) -> HTTPFields {
        var fields: HTTPFields = [:]
        if let note = HTTPField.Name("X-Note") { fields[note] = HostileWorld.text(name).percentEncoded }
        fields[.ifMatch] = tag
        return fields
    }
}
