/// Migrates a database to the schema of this program, forward only.
package struct Migrator: Sendable {
    private let database: any Database
    private let migrations: [Migration]
    private let checksums: [String: String]
    /// The number of the last step that the program knows.
    private let newest: String

    package init(_ database: any Database, migrations: [Migration] = Migration.embedded) {
        self.database = database
        self.migrations = migrations.filter { $0.dialect == database.dialect }.sorted { $0.name < $1.name }
        checksums = Dictionary(uniqueKeysWithValues: self.migrations.map { ($0.name, $0.checksum) })
        newest = self.migrations.last?.number ?? ""
    }

    package struct Status: Sendable, Hashable {
        package let applied: [Applied]
        package let pending: [String]
        /// Those of the pending ones after which older programs no longer work.
        package let contracts: [Contract]
        /// Applied, and different in this program.
        package let changed: [String]
        /// Applied, and unknown to this program: the database is ahead of it.
        package let unknown: [String]
        /// Those of the unknown ones that this program is too old for; it works beside the others.
        package let barring: [String]

        package struct Applied: Sendable, Hashable {
            package let name: String
            package let at: Timestamp
            /// The number of the step that a program must know; nil if an earlier program has applied it.
            package let oldest: String?
        }

        package struct Contract: Sendable, Hashable {
            package let name: String
            /// The number of the step that a program must know.
            package let oldest: String
        }
    }

    package func status() async throws -> Status {
        try await database.read { connection in
            guard let columns = try connection.tables()["migrations"] else {
                return status(applied: [])
            }
            return status(applied: try Self.applied(on: connection, keepsOldest: columns.contains("oldest")))
        }
    }

    /// Throws an error that names the command unless the database has the migrations of this program, and no others but
    /// those that it can work beside.
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
            try prepareTable(on: connection)
            // Checked again under the lock: another server may have been faster.
            let status = status(applied: try Self.applied(on: connection, keepsOldest: true))
            try Self.requireOurs(status)
            guard let migration = migrations.first(where: { $0.name == status.pending.first }) else {
                return nil
            }
            try connection.script(migration.sql)
            try connection.execute(
                """
                INSERT INTO migrations (name, checksum, applied_at, oldest)
                VALUES (\(migration.name), \(checksums[migration.name]), \(now), \(migration.compatibility.oldest))
                """
            )
            return migration.name
        }
    }

    /// Creates the table of the applied steps; adds the declarations to one of an earlier program.
    private func prepareTable(on connection: any Connection) throws {
        try connection.script(
            """
            CREATE TABLE IF NOT EXISTS migrations (
                name TEXT PRIMARY KEY, checksum TEXT NOT NULL,
                applied_at \(connection.dialect == .sqlite ? "INTEGER" : "timestamptz") NOT NULL, oldest TEXT
            )
            """
        )
        guard try !connection.keepsOldest() else { return }
        try connection.script("ALTER TABLE migrations ADD COLUMN oldest TEXT")
        for migration in migrations {
            try connection.execute(
                """
                UPDATE migrations SET oldest = \(migration.compatibility.oldest) WHERE name = \(migration.name)
                """
            )
        }
    }

    private struct Line {
        let applied: Status.Applied
        let checksum: String
    }

    private static func applied(on connection: any Connection, keepsOldest: Bool) throws -> [Line] {
        let rows = try connection.rows(
            keepsOldest
                ? "SELECT name, checksum, applied_at, oldest FROM migrations ORDER BY name"
                : "SELECT name, checksum, applied_at FROM migrations ORDER BY name"
        )
        return try rows.map { row in
            Line(
                applied: Status.Applied(
                    name: try row.get("name"),
                    at: try row.get("applied_at"),
                    oldest: try keepsOldest ? row.get("oldest", as: String?.self) : nil
                ),
                checksum: try row.get("checksum")
            )
        }
    }

    private func status(applied lines: [Line]) -> Status {
        let names = Set(lines.map(\.applied.name))
        let pending = migrations.filter { !names.contains($0.name) }
        let unknown = lines.map(\.applied).filter { checksums[$0.name] == nil }
        return Status(
            applied: lines.map(\.applied),
            pending: pending.map(\.name),
            contracts: pending.compactMap { migration -> Status.Contract? in
                switch migration.compatibility {
                case .expand: nil
                case .contract(let number): Status.Contract(name: migration.name, oldest: number)
                }
            },
            changed: lines.filter { line in
                guard let known = checksums[line.applied.name], known != line.checksum else { return false }
                return Migration.formerChecksums[line.applied.name]?.contains(line.checksum) != true
            }.map(\.applied.name),
            unknown: unknown.map(\.name),
            barring: unknown.filter { step in step.oldest.map { $0 > newest } ?? true }.map(\.name)
        )
    }

    private static func requireOurs(_ status: Status) throws(StorageError) {
        guard status.changed.isEmpty else {
            throw .migration(
                "Applied migrations differ from this program's: \(status.changed.joined(separator: ", ")). "
                    + "Use the version of vitrina that made this database."
            )
        }
        guard status.barring.isEmpty else {
            throw .migration(
                "This program is too old for the database, which has \(status.barring.joined(separator: ", ")). "
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

    /// True if the table of the applied steps has the declarations.
    fileprivate func keepsOldest() throws -> Bool {
        let sql: SQL =
            switch dialect {
            case .sqlite: "SELECT name FROM pragma_table_info('migrations') WHERE name = 'oldest'"
            case .postgres:
                """
                SELECT column_name::text AS name FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = 'migrations' AND column_name = 'oldest'
                """
            }
        return try !rows(sql).isEmpty
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
