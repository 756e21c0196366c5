import Storage

/// A server that runs on this database, as it reports itself.
package struct RunningServer: Sendable, Hashable {
    package let id: String
    package let host: String
    package let port: Int64
    package let process: Int64
    package let version: String
    /// The number of the last step of the schema that its program knows; nil if it does not tell.
    package let step: String?
    package let startedAt: Timestamp
    package let seenAt: Timestamp

    package init(
        id: String,
        host: String,
        port: Int64,
        process: Int64,
        version: String,
        step: String?,
        startedAt: Timestamp,
        seenAt: Timestamp
    ) {
        (self.id, self.host, self.port, self.process) = (id, host, port, process)
        (self.version, self.step, self.startedAt, self.seenAt) = (version, step, startedAt, seenAt)
    }

    /// Reads a row; `hasStep` is false if the database is of an earlier schema.
    fileprivate init(_ row: Row, hasStep: Bool = true) throws {
        self.init(
            id: try row.get("id"),
            host: try row.get("host"),
            port: try row.get("port"),
            process: try row.get("process"),
            version: try row.get("version"),
            step: try hasStep ? row.get("step", as: String?.self) : nil,
            startedAt: try row.get("started_at"),
            seenAt: try row.get("seen_at")
        )
    }

    package var json: JSON {
        [
            "id": .string(id), "host": .string(host), "port": .integer(port), "process": .integer(process),
            "version": .string(version), "step": JSON(step), "started_at": .string(startedAt.description),
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
                INSERT INTO servers (id, host, port, process, version, step, started_at, seen_at)
                VALUES (\(server.id), \(server.host), \(server.port), \(server.process), \(server.version),
                    \(server.step), \(server.startedAt), \(at))
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
            ).map { try RunningServer($0) }
        }
    }

    /// The running servers whose program does not know this step of the schema; the database may be of an earlier one.
    package func older(than step: String) async throws -> [RunningServer] {
        let at = now()
        let oldest = at.advanced(by: .zero - Self.serverSilenceMax)
        // A clock that was wrong must not keep a server there for years.
        let newest = at.advanced(by: Self.serverSilenceMax)
        return try await database.read { connection in
            guard let columns = try connection.tables()["servers"] else { return [] }
            let hasStep = columns.contains("step")
            return try connection.rows(
                """
                SELECT * FROM servers WHERE seen_at BETWEEN \(oldest) AND \(newest) ORDER BY started_at, id
                LIMIT \(Limits.pageSizeMax)
                """
            ).map { try RunningServer($0, hasStep: hasStep) }.filter { ($0.step ?? "") < step }
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
        step = try json.get("step")
        startedAt = try json.get("started_at")
        seenAt = try json.get("seen_at")
    }
}
