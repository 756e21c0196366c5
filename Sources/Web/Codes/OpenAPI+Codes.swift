import Core

extension OpenAPI {
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let optionalTime: JSON = ["type": ["string", "null"], "format": "date-time"]
    private static let codeSchema: JSON = ["$ref": "#/components/schemas/Code"]

    static let codeSchemas: [String: JSON] = [
        "Code": [
            "type": "object",
            "required": [
                "id", "app", "purpose", "phone", "code", "state", "failures", "failures_max", "created_at",
                "expires_at", "ended_at", "sms",
            ],
            "properties": [
                "id": ["type": "string", "format": "uuid"], "app": ["type": "string"],
                "purpose": ["type": "string"],
                "phone": [
                    "type": "string", "description": "Masked (`+7 9•• ••• •• 45`) unless it was revealed.",
                ],
                "code": [
                    "type": ["string", "null"],
                    "description": "Null where it was sent and not kept, and after a day.",
                ],
                "state": [
                    "type": "string", "enum": .array(Code.State.allCases.map { .string($0.rawValue) }),
                ],
                "failures": ["type": "integer", "description": "Wrong guesses."],
                "failures_max": ["type": "integer", "description": "0 for any number."],
                "created_at": time,
                "expires_at": [
                    "type": ["string", "null"], "format": "date-time",
                    "description": "Null where it holds until another one is made.",
                ],
                "ended_at": optionalTime,
                "sms": [
                    "type": ["string", "null"],
                    "description": "waiting, sent, failed or kept; null once the outbox has forgotten it.",
                ],
            ],
        ]
    ]

    static let codePaths: [String: JSON] = [
        "\(prefix)/codes": [
            "get": operation(
                "codes",
                "The codes of phones, newest first; not in production. Each look is audited.",
                tag: "SMS codes",
                answers: page(of: codeSchema),
                parameters: paging + [
                    [
                        "name": "app", "in": "query", "schema": ["type": "string"],
                        "description": "Only of this app.",
                    ],
                    [
                        "name": "phone", "in": "query", "schema": ["type": "string"],
                        "description":
                            "The last 2 digits of the phone, or all of them; any number of the last with `people.read`.",
                    ],
                ]
            )
        ],
        "\(prefix)/codes/{id}/reveal": [
            "parameters": id,
            "post": operation(
                "codes_reveal",
                "One code with its phone whole; written to the audit each time.",
                tag: "SMS codes",
                answers: answer("The code.", codeSchema)
            ),
        ],
        "\(prefix)/codes/events": [
            "get": operation(
                "codes_events",
                "What happens to codes, as it happens, on whatever server.",
                tag: "SMS codes",
                answers: [
                    "200": [
                        "description":
                            "A stream of events of the name `code`, each a Code; it ends after 10 minutes.",
                        "content": ["text/event-stream": ["schema": ["type": "string"]]],
                    ],
                    "default": ["$ref": "#/components/responses/Problem"],
                ]
            )
        ],
    ]
}
