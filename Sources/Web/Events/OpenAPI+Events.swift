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
                    "type": "string", "description": "The present title of the content.",
                ],
                "flags": [
                    "type": "object", "additionalProperties": ["type": "boolean"],
                    "description": "The flags that were switched, and to what.",
                ],
            ],
        ]
    ]
}
