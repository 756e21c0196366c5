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
                    "description": "What apps know it by, where its type has numbers; it never changes.",
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
    private static let hundredth: JSON = ["type": "integer", "minimum": 0, "maximum": 100]
    private static let focus: JSON = [
        "type": "object", "additionalProperties": false, "required": ["focus"],
        "properties": [
            "focus": [
                "type": ["object", "null"], "additionalProperties": false, "required": ["x", "y"],
                "properties": ["x": hundredth, "y": hundredth],
            ]
        ],
    ]

    /// The paths beside the content.
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
        "\(prefix)/media": [
            "get": operation(
                "media_list",
                "The uploads, newest first.",
                tag: "Media",
                answers: page(of: object),
                parameters: paging
            ),
            "post": operation(
                "media_create",
                "Upload an image or an archive; its kind is told by its bytes.",
                tag: "Media",
                answers: answer("One that was there already.", object)
                    .merged(with: answer("The upload.", object, status: "201")),
                parameters: [
                    ["name": "name", "in": "query", "required": true, "schema": ["type": "string"]]
                ],
                body: [
                    "required": true,
                    "content": [
                        "application/octet-stream": ["schema": ["type": "string", "format": "binary"]]
                    ],
                ]
            ),
        ],
        "\(prefix)/media/{id}": [
            "parameters": id,
            "get": operation(
                "media_get",
                "One upload.",
                tag: "Media",
                answers: answer("The upload.", object)
            ),
            "patch": operation(
                "media_update",
                "Say what has to stay in sight when an image is cut, in hundredths; null for its middle.",
                tag: "Media",
                answers: answer("The upload.", object),
                body: body(focus)
            ),
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

    /// An operation that nobody needs to sign in for.
    private static func open(_ operation: JSON) -> JSON {
        operation.merged(with: ["security": []])
    }
}
