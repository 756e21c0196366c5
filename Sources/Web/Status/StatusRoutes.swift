import Core
import Hummingbird
import Storage

/// The status of the servers and their configuration: `/admin/api/v1/status` and `/admin/api/v1/settings`.
enum StatusRoutes: RouteList {
    static let tag = "Server"

    static let routes = [
        Route(
            .get,
            "status",
            "status",
            "The running servers and their settings.",
            needs: [.readContent],
            answer: .json("The servers on this database, what waits to be sent, and the settings.", schema)
        ) { call in .json(try await call.services.status().json) },
        Route(
            .get,
            "settings",
            "settings",
            "Every setting of the server that answers, and where its value comes from.",
            // Settings reveal details of the machine, so they are for those who administer it.
            needs: [.manageStaff],
            answer: .json(
                "The settings, in the order of `vitrina config`.",
                Schema.object(["items": Schema.list(of: ServerSetting.schema)])
            )
        ) { call in
            .json(["items": .array(call.services.settings.all.map { $0.json(in: call.language) })])
        },
    ]

    private static let schema = Schema.object([
        "version": Schema.text, "database": Schema.choice(["sqlite", "postgres"]),
        "servers": Schema.list(
            of: Schema.object([
                "id": Schema.text, "host": Schema.text, "port": Schema.integer, "process": Schema.integer,
                "version": Schema.text,
                "step": Schema.described(
                    Schema.optionalText,
                    "The number of the last step of the schema that its program knows; null if it does not tell."
                ),
                "started_at": Schema.moment, "seen_at": Schema.moment,
            ])
        ),
        "outbox": Schema.described(
            ["type": "object", "additionalProperties": Schema.integer],
            "The number of messages in each state."
        ),
        "contents": Schema.list(of: Schema.object(["type": Schema.text, "live": Schema.integer])),
        "health": HealthFindings.schema,
        "settings": Schema.object([
            "public_url": Schema.optionalText, "time_zone": Schema.text, "rate_limit": Schema.integer,
            "trusted_proxies": Schema.integer, "history_days": Schema.orNull(Schema.integer),
        ]),
    ])
}

/// The servers on this database, and the configuration of the one that responds.
package struct ServerStatus: Sendable {
    let database: String
    let servers: [RunningServer]
    /// Messages in each state.
    let outbox: [String: Int64]
    /// Live entries, by type.
    let contents: [(type: ContentType, live: Int)]
    let health: HealthFindings
    let publicURL: String?
    let timeZone: String
    let rateLimit: Int
    let trustedProxies: Int
    let historyDays: Int64?

    var json: JSON {
        [
            "version": .string(version), "database": .string(database),
            "servers": .array(servers.map(\.json)), "outbox": .object(outbox.mapValues { .integer($0) }),
            "contents": .array(
                contents.map { ["type": .string($0.type.name), "live": .integer(Int64($0.live))] }
            ),
            "health": health.json,
            "settings": [
                "public_url": JSON(publicURL), "time_zone": .string(timeZone),
                "rate_limit": .integer(Int64(rateLimit)),
                "trusted_proxies": .integer(Int64(trustedProxies)),
                "history_days": historyDays.map { .integer($0) } ?? .null,
            ],
        ]
    }
}

extension ServerStatus {
    /// The status as the admin API answers it, without the settings.
    package struct Answer: Sendable, JSONReadable {
        package let version: String
        package let database: String
        package let servers: [RunningServer]
        package let outbox: [String: Int64]
        /// Nil from a server of an earlier version.
        package let health: HealthFindings?

        package init(json: JSON) throws(Fault) {
            version = try json.get("version")
            database = try json.get("database")
            servers = try json.get("servers")
            outbox = try json.get("outbox")
            health = try json.get("health")
        }
    }
}

extension Services {
    func status() async throws -> ServerStatus {
        let servers = try await servers.list()
        let outbox = try await outbox.counts()
        let damage = try await damageCheck.report()
        // A command has no service that would have looked already.
        await database.lookAtReplica()
        // A command has no server that would have loaded them already.
        try await live.load()
        let live = live.state
        return ServerStatus(
            database: database.dialect.rawValue,
            servers: servers,
            outbox: outbox,
            contents: contents.types.map { ($0, live[$0.name].contents.count) },
            health: HealthFindings(
                drift: clock?.drift,
                damage: damage,
                replica: database.statistics.replica?.status
            ),
            publicURL: settings.publicURL,
            timeZone: settings.timeZone.name,
            rateLimit: settings.rateLimit,
            trustedProxies: settings.trustedProxies,
            historyDays: settings.historyAge.map { $0.components.seconds / 86_400 }
        )
    }
}
