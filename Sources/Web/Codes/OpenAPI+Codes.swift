import Core

extension OpenAPI {
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let optionalTime: JSON = ["type": ["string", "null"], "format": "date-time"]

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
}
