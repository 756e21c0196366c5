import Core

/// A setting of the server, as it is shown to those who administer it.
package struct ServerSetting: Sendable {
    package let name: String
    package let help: Localized
    /// Nil if nothing is set; a secret is never here.
    package let value: String?
    package let isSecret: Bool
    package let isSet: Bool
    /// The origin of the value.
    package let origin: Localized
    package let isStandard: Bool
    /// The environment variable that sets it.
    package let variable: String
    /// The flag of `vitrina serve` that sets it; nil if there is none.
    package let flag: String?
    /// True if only the commands need it.
    package let isForCommands: Bool

    package init(
        name: String,
        help: Localized,
        value: String?,
        isSecret: Bool,
        origin: Localized,
        isStandard: Bool,
        variable: String,
        flag: String?,
        isForCommands: Bool
    ) {
        (self.name, self.help, self.isSecret, self.origin) = (name, help, isSecret, origin)
        self.value = isSecret ? nil : value
        isSet = value != nil
        (self.isStandard, self.variable, self.flag) = (isStandard, variable, flag)
        self.isForCommands = isForCommands
    }

    func json(in language: Language) -> JSON {
        [
            "name": .string(name), "help": .string(help[language]), "value": JSON(value),
            "is_secret": .bool(isSecret), "is_set": .bool(isSet), "origin": .string(origin[language]),
            "is_standard": .bool(isStandard), "variable": .string(variable), "flag": JSON(flag),
            "is_for_commands": .bool(isForCommands),
        ]
    }

    /// The schema in OpenAPI.
    static let schema: JSON = [
        "type": "object",
        "required": [
            "name", "help", "value", "is_secret", "is_set", "origin", "is_standard", "variable", "flag",
            "is_for_commands",
        ],
        "properties": [
            "name": ["type": "string"], "help": ["type": "string"],
            "value": [
                "type": ["string", "null"], "description": "Null where nothing is set, and for a secret.",
            ],
            "is_secret": ["type": "boolean"], "is_set": ["type": "boolean"],
            "origin": ["type": "string", "description": "From where the value comes, for people."],
            "is_standard": ["type": "boolean"],
            "variable": [
                "type": "string", "description": "The variable of the environment that sets it.",
            ],
            "flag": ["type": ["string", "null"]],
            "is_for_commands": ["type": "boolean", "description": "Whether only the commands need it."],
        ],
    ]
}
