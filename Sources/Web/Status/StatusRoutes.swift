import Core
import Foundation
import Hummingbird
import Storage

/// What runs where, and how it is set up: `/admin/api/v1/status` and `/admin/api/v1/settings`.
enum StatusRoutes: RouteList {
    static let tag = "Server"

    static let routes = [
        Route(
            .get,
            "status",
            "status",
            "What runs where, and how it is set up.",
            needs: [.readContent],
            answer: .json("The servers on this database, what waits to be sent, and the settings.", schema)
        ) { call in .json(try await status(call.services)) },
        Route(
            .get,
            "settings",
            "settings",
            "Every setting of the server that answers, and where its value comes from.",
            // They tell of the machine, so they are for those who look after it.
            needs: [.manageStaff],
            answer: .json(
                "The settings, in the order of `vitrina config`.",
                Schema.object(["items": Schema.list(of: ServerSetting.schema)])
            )
        ) { call in
            .json(["items": .array(call.services.settings.all.map { $0.json(in: call.language) })])
        },
    ]

    private static func status(_ services: Services) async throws -> JSON {
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

    private static let schema = Schema.object([
        "version": Schema.text, "database": Schema.choice(["sqlite", "postgres"]),
        "servers": Schema.list(
            of: Schema.object([
                "id": Schema.text, "host": Schema.text, "port": Schema.integer, "process": Schema.integer,
                "version": Schema.text, "started_at": Schema.moment, "seen_at": Schema.moment,
            ])
        ),
        "outbox": Schema.described(
            ["type": "object", "additionalProperties": Schema.integer],
            "How many messages are in each state."
        ),
        "contents": Schema.list(of: Schema.object(["type": Schema.text, "live": Schema.integer])),
        "settings": Schema.object([
            "public_url": Schema.optionalText, "time_zone": Schema.text, "rate_limit": Schema.integer,
            "trusted_proxies": Schema.integer, "history_days": Schema.orNull(Schema.integer),
        ]),
    ])
}
