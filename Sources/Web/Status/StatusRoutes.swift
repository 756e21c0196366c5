import Core
import Foundation
import Hummingbird
import Storage

/// What runs where, and how it is set up: `/admin/api/v1/status`.
struct StatusRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("status") { request, context in
            _ = try request.flags([])
            try context.author.require(.readContent)
            return Response.json(try await status())
        }
        group.get("settings") { request, context in
            _ = try request.flags([])
            // They tell of the machine, so they are for those who look after it.
            try context.author.require(.manageStaff)
            let items = services.settings.all.map { $0.json(in: context.language) }
            return Response.json(["items": .array(items)])
        }
    }

    private func status() async throws -> JSON {
        let servers = try await services.servers.list()
        let outbox = try await services.outbox.counts()
        // A command has no server that would have read them already.
        try await services.live.load()
        let live = services.live.state
        let settings = services.settings
        return [
            "version": .string(version),
            "database": .string(services.database.dialect.rawValue),
            "servers": .array(servers.map(\.json)),
            "outbox": .object(outbox.mapValues { .integer($0) }),
            "contents": .array(
                services.contents.types.map { type in
                    ["type": .string(type.name), "live": .integer(Int64(live[type.name].contents.count))]
                }
            ),
            "settings": [
                "public_url": JSON(settings.publicURL),
                "time_zone": .string(settings.timeZone.identifier),
                "rate_limit": .integer(Int64(settings.rateLimit)),
                "trusted_proxies": .integer(Int64(settings.trustedProxies)),
                "history_days": settings.historyAge.map { .integer($0.components.seconds / 86_400) } ?? .null,
            ],
        ]
    }

    static let openAPIPaths: [String: JSON] = [
        "/admin/api/v1/status": [
            "get": [
                "operationId": "status", "tags": ["Server"],
                "summary": "What runs where, and how it is set up",
                "responses": [
                    "200": [
                        "description":
                            "The servers on this database, what waits to be sent, and the settings",
                        "content": ["application/json": ["schema": ["type": "object"]]],
                    ]
                ],
            ]
        ],
        "/admin/api/v1/settings": [
            "get": [
                "operationId": "settings", "tags": ["Server"],
                "summary": "Every setting of the server that answers, and where its value comes from",
                "responses": [
                    "200": [
                        "description": "The settings, in the order of `vitrina config`",
                        "content": [
                            "application/json": [
                                "schema": [
                                    "type": "object", "required": ["items"],
                                    "properties": [
                                        "items": ["type": "array", "items": ServerSetting.schema]
                                    ],
                                ]
                            ]
                        ],
                    ],
                    "403": ["$ref": "#/components/responses/Problem"],
                ],
            ]
        ],
    ]
}
