/// Migrates a database to the schema of this program, forward only.
package struct Migrator: Sendable {
    private let database: any Database
    private let migrations: [Migration]
    private let checksums: [String: String]

    package init(_ database: any Database, migrations: [Migration] = Migration.embedded) {
        self.database = database
        self.migrations = migrations.filter { $0.dialect == database.dialect }.sorted { $0.name < $1.name }
        checksums = Dictionary(uniqueKeysWithValues: self.migrations.map { ($0.name, $0.checksum) })
    }

    package struct Status: Sendable, Hashable {
        package let applied: [Applied]
        package let pending: [String]
        /// Applied, and different in this program.
        package let changed: [String]
        /// Applied, and unknown to this program: the database is ahead of it.
        package let unknown: [String]

        package struct Applied: Sendable, Hashable {
            package let name: String
            package let at: Timestamp
        }
    }

    package func status() async throws -> Status {
        try await database.read { connection in
            guard try connection.tables()["migrations"] != nil else {
                return Status(applied: [], pending: migrations.map(\.name), changed: [], unknown: [])
            }
            return try status(on: connection)
        }
    }

    /// Throws an error that names the command unless the database has exactly the migrations of this program.
    package func check() async throws {
        let status = try await status()
        try Self.requireOurs(status)
        guard status.pending.isEmpty else {
            throw StorageError.migration(
                "The database is behind this program by \(status.pending.joined(separator: ", ")). "
                    + "Run `vitrina migrate`."
            )
        }
    }

    /// Applies the pending migrations, each file in its own transaction; returns their names.
    package func migrate(now: @Sendable () -> Timestamp) async throws -> [String] {
        var names: [String] = []
        while let name = try await applyNext(at: now()) { names.append(name) }
        return names
    }

    private func applyNext(at now: Timestamp) async throws -> String? {
        try await database.write { connection in
            try connection.lockMigrations()
            try connection.script(
                """
                CREATE TABLE IF NOT EXISTS migrations (
                    name TEXT PRIMARY KEY, checksum TEXT NOT NULL,
                    applied_at \(connection.dialect == .sqlite ? "INTEGER" : "timestamptz") NOT NULL
                )
                """
            )
            // Checked again under the lock: another server may have been faster.
            let status = try status(on: connection)
            try Self.requireOurs(status)
            guard let migration = migrations.first(where: { $0.name == status.pending.first }) else {
                return nil
            }
            try connection.script(migration.sql)
            try connection.execute(
                """
                INSERT INTO migrations (name, checksum, applied_at)
                VALUES (\(migration.name), \(checksums[migration.name]), \(now))
                """
            )
            return migration.name
        }
    }

    private func status(on connection: any Connection) throws -> Status {
        let rows = try connection.rows("SELECT name, checksum, applied_at FROM migrations ORDER BY name")
        let applied = try rows.map { Status.Applied(name: try $0.get("name"), at: try $0.get("applied_at")) }
        let names = Set(applied.map(\.name))
        return Status(
            applied: applied,
            pending: migrations.map(\.name).filter { !names.contains($0) },
            changed: try rows.filter { row in
                let (name, checksum): (String, String) = (try row.get("name"), try row.get("checksum"))
                guard let known = checksums[name], known != checksum else { return false }
                return Migration.formerChecksums[name]?.contains(checksum) != true
            }.map { try $0.get("name") },
            unknown: applied.map(\.name).filter { checksums[$0] == nil }
        )
    }

    private static func requireOurs(_ status: Status) throws(StorageError) {
        guard status.changed.isEmpty else {
            throw .migration(
                "Applied migrations differ from this program's: \(status.changed.joined(separator: ", ")). "
                    + "Use the version of vitrina that made this database."
            )
        }
        guard status.unknown.isEmpty else {
            throw .migration(
                "The database is ahead of this program by \(status.unknown.joined(separator: ", ")). "
                    + "Use a newer version of vitrina."
            )
        }
    }
}

extension Migration {
    /// Checksums of earlier texts of a corrected migration, by its name.
    ///
    /// A migration is edited only if it could fail on an otherwise sound database: no later one can help there, because
    /// none is reached. A database that applied the former text is the same as one that applied the present text.
    static let formerChecksums: [String: Set<String>] = [
        // It failed if staff had already created a category of mods.
        "0023_mod_categories": ["e01ade07d034f2ae", "6c0d458fab44b73c"]
    ]

    /// FNV-1a, 64 bits: it distinguishes an edited file from the one that was applied.
    package var checksum: String {
        let hash = sql.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension Connection {
    /// The columns of every table, in order.
    package func tables() throws -> [String: [String]] {
        let sql: SQL =
            switch dialect {
            case .sqlite:
                """
                SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m, pragma_table_info(m.name) c
                WHERE m.type = 'table' ORDER BY m.name, c.cid
                """
            case .postgres:
                """
                SELECT table_name::text, column_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position
                """
            }
        return try rows(sql).reduce(into: [:]) { tables, row in
            tables[try row.get("table_name"), default: []].append(try row.get("column_name"))
        }
    }

    /// Lets one server at a time migrate; SQLite has one writer anyway.
    fileprivate func lockMigrations() throws {
        switch dialect {
        case .sqlite: break
        case .postgres:
            _ = try rows("SELECT pg_advisory_xact_lock(76154823, hashtext(current_schema()))::text AS locked")
        }
    }
}
