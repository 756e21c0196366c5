import Core

extension OpenAPI {
    static let eventSchemas: [String: JSON] = [
        "Change": [
            "type": "object",
            "required": [
                "number", "type", "id", "version", "action", "at", "by", "door", "note", "title", "flags",
            ],
            "properties": [
                "number": ["type": "integer", "description": "In the history; two changes never share one."],
                "type": ["type": "string"], "id": ["type": "string", "format": "uuid"],
                "version": ["type": "integer"],
                "action": [
                    "type": "string",
                    "enum": .array(HistoryEntry.Action.allCases.map { .string($0.rawValue) }),
                ],
                "at": ["type": "string", "format": "date-time"], "by": ["type": "string"],
                "door": ["type": "string"], "note": ["type": ["string", "null"]],
                "title": [
                    "type": "string", "description": "What the content is called now.",
                ],
                "flags": [
                    "type": "object", "additionalProperties": ["type": "boolean"],
                    "description": "The flags that were switched, and to what.",
                ],
            ],
        ]
    ]

    static let eventPaths: [String: JSON] = [
        "\(prefix)/changes": [
            "get": operation(
                "changes",
                "What colleagues did to contents, newest first.",
                tag: "Events",
                answers: page(of: ["$ref": "#/components/schemas/Change"]),
                parameters: paging + [
                    several("type", ["type": "string"], "Only contents of this type, or of these."),
                    several(
                        "action",
                        [
                            "type": "string",
                            "enum": .array(HistoryEntry.Action.allCases.map { .string($0.rawValue) }),
                        ],
                        "Only this action, or these."
                    ),
                    [
                        "name": "author", "in": "query", "schema": ["type": "string"],
                        "description":
                            "Only by this one: the id of a member of staff, or a name as `by` has it.",
                    ],
                ]
            )
        ],
        "\(prefix)/events": [
            "get": operation(
                "events",
                "What happens to contents, as it happens.",
                tag: "Events",
                answers: [
                    "200": [
                        "description": "A stream of events that ends when the server does, or after an hour.",
                        "content": ["text/event-stream": ["schema": ["type": "string"]]],
                    ],
                    "default": ["$ref": "#/components/responses/Problem"],
                ],
                parameters: [
                    typeParameter,
                    [
                        "name": "after", "in": "query", "schema": ["type": "string"],
                        "description": "As Last-Event-ID, which a browser cannot send the first time.",
                    ],
                    [
                        "name": "Last-Event-ID", "in": "header", "schema": ["type": "string"],
                        "description": "The last id that was seen: what came after it comes first.",
                    ],
                ]
            )
            .merged(with: ["description": .string(description)])
        ],
    ]

    /// A parameter that may come more than once.
    private static func several(_ name: String, _ schema: JSON, _ description: String) -> JSON {
        [
            "name": .string(name), "in": "query", "description": .string(description),
            "schema": [
                "type": "array", "items": schema, "maxItems": .integer(Int64(Limits.changeFiltersMax)),
            ],
        ]
    }

    private static let typeParameter: JSON = [
        "name": "type", "in": "query", "schema": ["type": "string"],
        "description": "Only contents of this type.",
    ]

    private static let description = """
        Events of the name `content.changed` carry a Change as JSON, whatever server or program made it. An event \
        may come twice (its `number` tells), and the order is that of appearance. `id` is where to begin again: the \
        number of the change, or a lower one as long as a change with a lower number may still appear. The event \
        `reset` says that something was left out, to a reader that was too slow or away for more than \
        \(Limits.changesBacklogMax) changes: read everything anew. A comment comes where nothing else has for 15 \
        seconds. A member of staff may have \(Limits.changeReadersOfOneMax) streams open on a server.
        """
}
