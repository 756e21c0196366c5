import Storage

/// A server that runs on this database, as it reports itself.
package struct RunningServer: Sendable, Hashable {
    package let id: String
    package let host: String
    package let port: Int64
    package let process: Int64
    package let version: String
    package let startedAt: Timestamp
    package let seenAt: Timestamp

    package init(
        id: String,
        host: String,
        port: Int64,
        process: Int64,
        version: String,
        startedAt: Timestamp,
        seenAt: Timestamp
    ) {
        (self.id, self.host, self.port, self.process) = (id, host, port, process)
        (self.version, self.startedAt, self.seenAt) = (version, startedAt, seenAt)
    }

    package var json: JSON {
        [
            "id": .string(id), "host": .string(host), "port": .integer(port), "process": .integer(process),
            "version": .string(version), "started_at": .string(startedAt.description),
            "seen_at": .string(seenAt.description),
        ]
    }
}

/// The registry of running servers.
package struct ServerRegistry: Sendable {
    /// The time for which a silent server still counts as running.
    private static let serverSilenceMax: Duration = .seconds(30)

    let database: any Database
    let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        (self.database, self.now) = (database, now)
    }

    /// Reports a heartbeat; removes servers that have been silent for long.
    package func tell(_ server: RunningServer) async throws {
        let at = now()
        let oldest = at.advanced(by: .zero - Self.serverSilenceMax)
        _ = try await database.write { connection in
            try connection.send(
                """
                INSERT INTO servers (id, host, port, process, version, started_at, seen_at)
                VALUES (\(server.id), \(server.host), \(server.port), \(server.process), \(server.version),
                    \(server.startedAt), \(at))
                ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
                """
            )
            try connection.send("DELETE FROM servers WHERE seen_at < \(oldest)")
        }
    }

    package func leave(_ id: String) async throws {
        _ = try await database.write { connection in
            try connection.send("DELETE FROM servers WHERE id = \(id)")
        }
    }

    /// The running servers, oldest first.
    package func list() async throws -> [RunningServer] {
        let oldest = now().advanced(by: .zero - Self.serverSilenceMax)
        return try await database.read { connection in
            try connection.rows(
                "SELECT * FROM servers WHERE seen_at >= \(oldest) ORDER BY started_at, id LIMIT \(Limits.pageSizeMax)"
            ).map { row in
                RunningServer(
                    id: try row.get("id"),
                    host: try row.get("host"),
                    port: try row.get("port"),
                    process: try row.get("process"),
                    version: try row.get("version"),
                    startedAt: try row.get("started_at"),
                    seenAt: try row.get("seen_at")
                )
            }
        }
    }
}

extension RunningServer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        host = try json.get("host")
        port = try json.get("port")
        process = try json.get("process")
        version = try json.get("version")
        startedAt = try json.get("started_at")
        seenAt = try json.get("seen_at")
    }
}
