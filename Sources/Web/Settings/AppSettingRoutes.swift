import Core
import Hummingbird

/// What the apps are set to, in the admin API.
struct AppSettingRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("settings/{app}") { request, context in
            _ = try request.flags([])
            return try await show(context)
        }
        group.patch("settings/{app}") { request, context in
            try context.author.require(.writeSettings)
            _ = try await services.appSettings.set(
                try await request.object(),
                of: try app(context),
                by: context.author,
                address: context.address
            )
            try await services.live.refreshIfLoaded()
            return try await show(context)
        }
    }

    private func show(_ context: StaffContext) async throws -> Response {
        .json(
            try await services.appSettings.list(
                of: try app(context),
                by: context.author,
                in: context.language
            )
        )
    }

    private func app(_ context: StaffContext) throws -> String { try context.parameters.require("app") }
}

extension OpenAPI {
    static let appSettingSchemas: [String: JSON] = [
        "AppSettings": [
            "type": "object", "required": ["app", "items"],
            "properties": [
                "app": ["type": "string"],
                "items": [
                    "type": "array",
                    "items": [
                        "type": "object",
                        "required": [
                            "name", "title", "help", "kind", "value", "standard", "is_decided",
                            "is_for_tests", "is_locked", "changed_at", "changed_by",
                        ],
                        "properties": [
                            "name": ["type": "string"], "title": ["type": "string"],
                            "help": ["type": "string"],
                            "kind": ["type": "string", "enum": ["bool", "integer", "text", "email"]],
                            "unit": ["type": "string"], "minimum": ["type": "integer"],
                            "maximum": ["type": "integer"], "length_max": ["type": "integer"],
                            "value": settingValue, "standard": settingValue,
                            "is_decided": [
                                "type": "boolean",
                                "description": "Somebody has decided it; else the standard holds.",
                            ],
                            "is_for_tests": ["type": "boolean"],
                            "is_locked": [
                                "type": "boolean",
                                "description": "It is for tests only, and the server runs in production.",
                            ],
                            "changed_at": ["type": ["string", "null"], "format": "date-time"],
                            "changed_by": ["type": ["string", "null"]],
                        ],
                    ],
                ],
            ],
        ]
    ]

    private static let settingValue: JSON = ["type": ["boolean", "integer", "string"]]

    static let appSettingPaths: [String: JSON] = [
        "\(prefix)/settings/{app}": [
            "parameters": [pathParameter("app", ["type": "string", "description": "The name of an app."])],
            "get": operation(
                "app_settings",
                "What an app is set to.",
                tag: "Settings",
                answers: answer("Its settings.", ["$ref": "#/components/schemas/AppSettings"])
            ),
            "patch": operation(
                "app_settings_change",
                "Decide several settings at once; null goes back to the standard.",
                tag: "Settings",
                answers: answer("All its settings.", ["$ref": "#/components/schemas/AppSettings"]),
                body: body([
                    "type": "object",
                    "additionalProperties": ["type": ["boolean", "integer", "string", "null"]],
                ])
            ),
        ]
    ]
}
