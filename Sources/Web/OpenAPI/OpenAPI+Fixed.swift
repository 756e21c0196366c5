import Core

extension OpenAPI {
    /// The schemas that every type shares.
    static let fixedSchemas: [String: JSON] = [
        "Content": [
            "type": "object",
            "required": [
                "id", "type", "version", "state", "has_draft", "title", "position", "fields", "live",
            ],
            "properties": [
                "id": ["type": "string", "format": "uuid"], "type": ["type": "string"],
                "version": ["type": "integer"],
                "state": [
                    "type": "string", "enum": .array(Content.State.allCases.map { .string($0.rawValue) }),
                ],
                "has_draft": ["type": "boolean"], "is_copy": ["type": "boolean"], "title": ["type": "string"],
                "number": [
                    "type": "integer", "minimum": 1,
                    "description":
                        "The number by which apps know it, if its type has numbers; it never changes.",
                ],
                "position": ["type": "integer"],
                "created_at": time, "created_by": ["type": "string"], "updated_at": time,
                "updated_by": ["type": "string"], "archived_at": optionalTime, "trashed_at": optionalTime,
                "warnings": ["type": "array", "items": ["$ref": "#/components/schemas/Warning"]],
                "live_from": optionalTime, "live_until": optionalTime,
                "fields": ["type": "object"], "live": ["type": ["object", "null"]],
                "schedule": ["$ref": "#/components/schemas/Schedule"],
            ],
        ],
        "HistoryEntry": [
            "type": "object",
            "properties": [
                "id": ["type": "integer"], "version": ["type": "integer"],
                "action": [
                    "type": "string",
                    "enum": .array(HistoryEntry.Action.allCases.map { .string($0.rawValue) }),
                ],
                "at": time, "by": ["type": "string"], "door": ["type": "string"],
                "note": ["type": ["string", "null"]], "fields": ["type": ["object", "null"]],
            ],
        ],
        "Place": [
            "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
            "properties": [
                "before": ["type": "string", "format": "uuid"],
                "after": ["type": "string", "format": "uuid"],
                "to": ["type": "string", "enum": ["first", "last"]],
            ],
        ],
        "Problem": [
            "type": "object", "required": ["type", "title", "status", "detail", "instance"],
            "properties": [
                "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
                "detail": ["type": "string"], "instance": ["type": "string"],
                "request_id": ["type": "string"],
                "errors": [
                    "type": "array",
                    "items": fault,
                ],
                "current": ["type": "object", "description": "For a stale change: what stands there now."],
            ],
        ],
    ]

    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let optionalTime: JSON = ["type": ["string", "null"], "format": "date-time"]
    private static let object: JSON = ["type": "object"]
    /// The paths besides content.
    static let fixedPaths: [String: JSON] = [
        "\(prefix)/session": [
            "post": open(
                staff(
                    "sign_in",
                    "Sign in; sets the session's cookie.",
                    body: body(
                        Schema.body(
                            ["email": Schema.text, "password": Schema.text],
                            required: ["email", "password"]
                        )
                    )
                )
            )
        ],
        "\(prefix)/health": [
            "get": open(
                operation(
                    "health",
                    "Whether the server works.",
                    tag: "Server",
                    answers: answer("It does.", object)
                )
            )
        ],
        "\(prefix)/openapi.json": [
            "get": operation("openapi", "This description.", tag: "Server", answers: answer("It.", object))
        ],
    ]

    private static func staff(
        _ name: String,
        _ summary: String,
        answers: JSON = answer("Done.", ["type": "object"]),
        parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        operation(name, summary, tag: "Staff", answers: answers, parameters: parameters, body: body)
    }

    /// An operation that needs no sign-in.
    private static func open(_ operation: JSON) -> JSON {
        operation.merged(with: ["security": []])
    }
}
