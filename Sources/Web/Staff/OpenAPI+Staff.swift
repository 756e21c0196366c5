import Core

extension OpenAPI {
    static let staffSchemas: [String: JSON] = [
        "PasswordChanged": [
            "type": "object", "required": ["open_tokens", "revoked_tokens"],
            "properties": ["open_tokens": ["type": "integer"], "revoked_tokens": ["type": "integer"]],
        ]
    ]

    static func schema(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }
}
