import Core

extension OpenAPI {
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let optionalTime: JSON = ["type": ["string", "null"], "format": "date-time"]
    private static let role: JSON = [
        "type": "string", "enum": .array(Role.allCases.map { .string($0.rawValue) }),
    ]
    private static let grants: JSON = [
        "type": "array", "description": "Rights beside those of the role.",
        "items": [
            "type": "string", "enum": .array(Permission.grantable.map { .string($0.rawValue) }),
        ],
    ]
    private static let permissions: JSON = [
        "type": "array", "description": "Everything that they may do: the role and the grants together.",
        "items": [
            "type": "string", "enum": .array(Permission.allCases.map { .string($0.rawValue) }),
        ],
    ]

    static let staffSchemas: [String: JSON] = [
        "Staff": [
            "type": "object",
            "required": [
                "id", "email", "name", "role", "grants", "permissions", "is_active", "created_at",
                "last_sign_in_at",
            ],
            "properties": [
                "id": ["type": "string", "format": "uuid"], "email": ["type": "string"],
                "name": ["type": "string"], "role": role, "grants": grants, "permissions": permissions,
                "is_active": ["type": "boolean"], "created_at": time, "last_sign_in_at": optionalTime,
                "password": [
                    "type": "string", "description": "Only where it was made: it is told this once.",
                ],
                "open_tokens": [
                    "type": "integer",
                    "description": "After a new password: how many of their API tokens still open something.",
                ],
            ],
        ],
        "StaffChange": [
            "type": "object", "additionalProperties": false,
            "properties": [
                "name": ["type": "string", "maxLength": .integer(Int64(Limits.staffNameLengthMax))],
                "role": role, "grants": grants, "is_active": ["type": "boolean"],
                "password": passwordSchema,
                "revoke_tokens": [
                    "type": "boolean", "default": false,
                    "description": "Revoke their API tokens, which a new password alone leaves as they are.",
                ],
            ],
        ],
        "PasswordChanged": [
            "type": "object", "required": ["open_tokens", "revoked_tokens"],
            "properties": ["open_tokens": ["type": "integer"], "revoked_tokens": ["type": "integer"]],
        ],
        "NewStaff": [
            "type": "object", "additionalProperties": false, "required": ["email", "name", "role"],
            "properties": [
                "email": ["type": "string", "maxLength": .integer(Int64(Limits.emailLengthMax))],
                "name": ["type": "string", "maxLength": .integer(Int64(Limits.staffNameLengthMax))],
                "role": role, "grants": grants, "password": passwordSchema,
            ],
        ],
        "Token": [
            "type": "object",
            "required": [
                "id", "staff_id", "name", "prefix", "role", "grants", "created_at", "expires_at",
                "last_used_at", "revoked_at",
            ],
            "properties": [
                "id": ["type": "string", "format": "uuid"], "staff_id": ["type": "string", "format": "uuid"],
                "name": ["type": "string"], "prefix": ["type": "string"], "role": role, "grants": grants,
                "created_at": time, "expires_at": time, "last_used_at": optionalTime,
                "revoked_at": optionalTime,
                "token": ["type": "string", "description": "Only where it was made: it is told this once."],
            ],
        ],
        "NewToken": [
            "type": "object", "additionalProperties": false, "required": ["name", "role"],
            "properties": [
                "name": ["type": "string"], "role": role, "grants": grants,
                "staff_id": [
                    "type": "string",
                    "description":
                        "Whose it is; one's own where it is missing. Somebody else's needs `staff.manage`.",
                ],
                "expires_in_days": [
                    "type": "integer", "minimum": 1,
                    "maximum": .integer(Limits.tokenAgeMax.components.seconds / 86_400),
                ],
            ],
        ],
    ]

    private static let passwordSchema: JSON = [
        "type": "string", "minLength": .integer(Int64(Limits.passwordLengthMin)),
        "maxLength": .integer(Int64(Limits.passwordLengthMax)),
    ]

    static func schema(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }
}
