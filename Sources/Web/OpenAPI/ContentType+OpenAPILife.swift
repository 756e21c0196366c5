import Core

/// The operations on an entry besides its publication, as OpenAPI describes them.
extension ContentType {
    func lifePaths(of one: String, under base: String) -> [String: JSON] {
        [
            "\(base)/bulk": ["post": bulk],
            "\(one)/archive": [
                "parameters": OpenAPI.id,
                "put": change("archive", "Out of every app and list, yet kept and referred to."),
                "delete": change(
                    "unarchive",
                    "Out of the archive, as a draft or as it was before.",
                    parameters: [Self.asBeforeParameter]
                ),
            ],
            "\(one)/trash": [
                "parameters": OpenAPI.id,
                "delete": change(
                    "recover",
                    "Out of the trash, as a draft or as it was before.",
                    parameters: [Self.clearParameter, Self.asBeforeParameter]
                ),
            ],
            "\(one)/copies": [
                "parameters": OpenAPI.id,
                "post": operation(
                    "copy",
                    "A draft with the same fields, right after it.",
                    OpenAPI.answer("The copy.", content, status: "201"),
                    parameters: [OpenAPI.noteParameter]
                ),
            ],
            "\(one)/uses": ["parameters": OpenAPI.id, "get": uses],
            "\(one)/diff": ["parameters": OpenAPI.id, "get": diff],
        ]
    }

    static let clearParameter: JSON = [
        "name": "clear_references", "in": "query", "schema": ["type": "boolean", "default": false],
        "description": "Leave references out that cannot be kept, where they are not mandatory.",
    ]
    static let asBeforeParameter: JSON = [
        "name": "as_before", "in": "query", "schema": ["type": "boolean", "default": false],
        "description": "Exactly as it went there: live where it was live, with its draft and its schedule.",
    ]
    static let purgeParameter: JSON = [
        "name": "purge", "in": "query", "schema": ["type": "boolean", "default": false],
        "description": "Remove for ever what is in the trash; only owners may.",
    ]

    var restore: JSON {
        operation(
            "restore",
            "Make an earlier version the working copy.",
            OpenAPI.answer("The content.", content),
            parameters: [OpenAPI.versionParameter, OpenAPI.noteParameter, Self.clearParameter],
            body: OpenAPI.body([
                "type": "object", "required": ["from_version"], "additionalProperties": false,
                "properties": ["from_version": ["type": "integer", "minimum": 1]],
            ])
        )
    }

    private var uses: JSON {
        operation(
            "uses",
            "The entries that refer to it.",
            OpenAPI.answer(
                "The contents with the field that refers to this one.",
                [
                    "type": "object",
                    "properties": [
                        "items": [
                            "type": "array",
                            "items": [
                                "type": "object",
                                "properties": [
                                    "type": ["type": "string"], "id": ["type": "string"],
                                    "title": ["type": "string"], "field": ["type": "string"],
                                    "field_title": ["type": "string"], "is_live": ["type": "boolean"],
                                    "is_part": [
                                        "type": "boolean",
                                        "description": "It goes to the trash with this content.",
                                    ],
                                ],
                            ],
                        ]
                    ],
                ]
            )
        )
    }

    private var diff: JSON {
        let side: JSON = [
            "type": "string", "pattern": "^([1-9][0-9]*|draft|live)$", "examples": ["draft"],
        ]
        return operation(
            "diff",
            "The differences between two versions, field by field; texts word by word.",
            OpenAPI.answer("The changes.", ["$ref": "#/components/schemas/Diff"]),
            parameters: [
                ["name": "from", "in": "query", "schema": side, "description": "live where it is missing."],
                ["name": "to", "in": "query", "schema": side, "description": "draft where it is missing."],
            ]
        )
    }

    private var bulk: JSON {
        operation(
            "bulk",
            """
            Do one thing to many contents: all or none, or each for itself with a report. With Accept: \
            application/x-ndjson the answer tells its progress line by line.
            """,
            OpenAPI.answer(
                "The number of changed contents, and those that failed.",
                ["$ref": "#/components/schemas/BulkReport"]
            ),
            parameters: [OpenAPI.noteParameter],
            body: OpenAPI.body(["$ref": "#/components/schemas/Bulk"])
        )
    }
}

extension OpenAPI {
    /// The differences between the rows of a table; other fields do not have them.
    private static let rowChanges: JSON = [
        "type": "array",
        "items": [
            "type": "object",
            "properties": [
                "kind": [
                    "type": "string", "enum": .array(TableDiff.Kind.allCases.map { .string($0.rawValue) }),
                ],
                "before": ["type": ["integer", "null"], "minimum": 0],
                "after": ["type": ["integer", "null"], "minimum": 0],
                "columns": ["type": "array", "items": ["type": "string"]],
            ],
        ],
    ]

    static let lifeSchemas: [String: JSON] = [
        "Warning": [
            "type": "object",
            "properties": [
                "level": ["type": "string", "enum": ["fault", "warning"]], "pointer": ["type": "string"],
                "detail": ["type": "string"],
            ],
        ],
        "Diff": [
            "type": "object",
            "properties": [
                "from": ["type": "object"], "to": ["type": "object"],
                "changes": [
                    "type": "array",
                    "items": [
                        "type": "object",
                        "properties": [
                            "field": ["type": "string"], "title": ["type": "string"],
                            "language": ["type": ["string", "null"]], "before": [:], "after": [:],
                            "rows": rowChanges,
                            "words": [
                                "type": ["array", "null"],
                                "items": [
                                    "type": "object",
                                    "properties": [
                                        "kind": ["type": "string", "enum": ["same", "removed", "added"]],
                                        "text": ["type": "string"],
                                    ],
                                ],
                            ],
                        ],
                    ],
                ],
                "titles": [
                    "type": "object", "additionalProperties": ["type": "string"],
                    "description": "The titles of the references in the changes, by id.",
                ],
            ],
        ],
        "Bulk": [
            "type": "object", "required": ["action"], "additionalProperties": false,
            "examples": [["action": "archive", "ids": ["0198c5a0-7d6e-7c1b-9a52-3f1e8d2b4c10"]]],
            "properties": [
                "action": ["type": "string", "enum": .array(BulkRequest.actions.map { .string($0) })],
                "ids": ["type": "array", "items": ["type": "string"]],
                "filter": ["type": "object", "description": "The parameters of a list, instead of ids."],
                "mode": ["type": "string", "enum": ["all", "each"], "default": "all"],
                "fields": ["type": "object", "description": "For set: a merge patch."],
                "shift": [
                    "type": "object",
                    "additionalProperties": [
                        "type": "integer", "minimum": .integer(-Limits.shiftDaysMax),
                        "maximum": .integer(Limits.shiftDaysMax),
                    ],
                    "description": "For set: by how many days of 24 hours which dates move.",
                ],
                "publish": ["type": "boolean", "description": "For set."],
                "field": ["type": "string", "description": "For flag."],
                "value": ["type": "boolean", "description": "For flag."],
                "place": ["$ref": "#/components/schemas/Place"],
                "clear_references": ["type": "boolean", "description": "For remove and recover."],
                "list_changed": ["type": "boolean", "description": "Name in the answer what was changed."],
                "versions": [
                    "type": "array", "items": ["type": "integer", "minimum": 1],
                    "description": """
                    For each of ids, the version that it was seen at; for revert, the version that the change \
                    to be taken back has made.
                    """,
                ],
                "refuse_over": [
                    "type": "boolean",
                    "description": "For publish: refuse what apps would not show any more.",
                ],
                "as_before": [
                    "type": "boolean",
                    "description":
                        "For unarchive and recover: exactly as it went there, live where it was live.",
                ],
                "keep_draft": [
                    "type": "boolean",
                    "description": "For revert: what was published by the change becomes the draft.",
                ],
            ],
        ],
        "BulkReport": [
            "type": "object",
            "properties": [
                "changed": ["type": "integer"], "unchanged": ["type": "integer"],
                "failed": ["type": "integer"],
                "changed_ids": ["type": "array", "items": ["type": "string", "format": "uuid"]],
                "changed_versions": ["type": "array", "items": ["type": "integer"]],
                "failures": ["type": "array", "items": ["type": "object"]],
            ],
        ],
    ]
}
