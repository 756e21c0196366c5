import Core
import Hummingbird

/// The app settings in the admin API: `/admin/api/v1/settings/{app}`.
enum AppSettingRoutes: RouteList {
    static let tag = "Settings"

    static let routes = [
        Route(
            .get,
            "settings/{app}",
            "app_settings",
            "The settings of an app.",
            needs: [.readContent],
            parts: ["app": appName],
            answer: .json("Its settings.", schema)
        ) { call in .json(try await shown(call)) },
        Route(
            .patch,
            "settings/{app}",
            "app_settings_change",
            "Decide several settings at once; null goes back to the standard.",
            needs: [.writeSettings],
            parts: ["app": appName],
            body: [
                "type": "object", "additionalProperties": ["type": ["boolean", "integer", "string", "null"]],
            ],
            answer: .json("All its settings.", schema)
        ) { call in
            _ = try await call.services.appSettings.set(
                try await call.request.object(),
                of: try call.context.parameters.require("app"),
                by: call.author,
                address: call.context.address
            )
            try await call.services.live.refreshIfLoaded()
            return .json(try await shown(call))
        },
    ]

    private static func shown(_ call: RouteCall) async throws -> JSON {
        let app = try call.context.parameters.require("app")
        let settings = try await call.services.appSettings.list(of: app, by: call.author)
        return ["app": .string(app), "items": .array(settings.map { $0.json(in: call.language) })]
    }

    private static let appName = Schema.described(Schema.text, "The name of an app.")
    private static let value: JSON = ["type": ["boolean", "integer", "string"]]

    private static let schema = Schema.object([
        "app": Schema.text,
        "items": Schema.list(
            of: Schema.object(
                [
                    "name": Schema.text, "title": Schema.text, "help": Schema.text,
                    "kind": Schema.choice(["bool", "integer", "text", "email", "secret"]),
                    "unit": Schema.text,
                    "minimum": Schema.integer, "maximum": Schema.integer, "length_max": Schema.integer,
                    "value": value, "standard": value,
                    "is_decided": Schema.described(
                        Schema.flag,
                        "Somebody has decided it; else the standard holds."
                    ),
                    "is_for_tests": Schema.flag,
                    "is_locked": Schema.described(
                        Schema.flag,
                        "It is for tests only, and the server runs in production."
                    ),
                    "changed_at": Schema.optionalMoment, "changed_by": Schema.optionalText,
                ],
                optional: ["unit", "minimum", "maximum", "length_max"]
            )
        ),
    ])
}
