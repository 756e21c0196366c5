import Core
import FoundationEssentials
import Glibc
import Storage

/// Restores a backup into an empty database of either kind, and its files into the directories of this installation.
package struct BackupRestorer: Sendable {
    let repository: BackupRepository
    let summary: BackupSummary
    let progress: @Sendable (BackupProgress) -> Void

    package init(
        repository: BackupRepository,
        summary: BackupSummary,
        progress: @escaping @Sendable (BackupProgress) -> Void
    ) {
        (self.repository, self.summary, self.progress) = (repository, summary, progress)
    }

    /// Throws unless the database can take the rows: it is unused, and of no later step of the schema than the backup.
    package func requireReady(_ database: any Database) async throws {
        let steps = steps(of: database)
        guard steps.contains(summary.step) else { throw BackupFailure.newer(summary.step) }
        guard try await database.read({ try $0.isUnused() }) else { throw BackupFailure.occupied }
        let applied = try await Migrator(database).status().applied.map(\.name)
        guard applied.allSatisfy({ $0 <= summary.step }) else { throw BackupFailure.ahead }
    }

    private func steps(of database: any Database) -> [String] {
        Migration.embedded.filter { $0.dialect == database.dialect }.map(\.name)
    }

    /// Restores the uploads and the keys; those that are there are left alone, so that it can be repeated.
    ///
    /// - Parameters:
    ///   - media: The store of the uploads.
    ///   - keys: The directory of keys of Google's accounts; nil leaves them out.
    /// - Returns: The number of files that were restored, and the names of those that are missing or damaged.
    /// - Throws: The failure of a store, or of the disk.
    package func restoreFiles(
        to media: MediaStore,
        keys: String?
    ) async throws -> (restored: Int, damaged: [String]) {
        let files = try await repository.files(of: summary)
        var (restored, damaged): (Int, [String]) = (0, [])
        for (index, file) in files.enumerated() {
            try Task.checkCancellation()
            progress(.files(index, of: files.count))
            do {
                let isNew =
                    switch file.kind {
                    case .upload: try await restore(upload: file, to: media)
                    case .key: try await restore(key: file, to: keys)
                    case .lost: false
                    }
                if isNew { restored += 1 }
            } catch is BackupDamage {
                // The rows and the other files are worth more than this one.
                damaged.append(file.name)
            }
        }
        progress(.files(files.count, of: files.count))
        return (restored, damaged)
    }

    /// False if it is there.
    private func restore(upload file: BackupFile, to media: MediaStore) async throws -> Bool {
        guard try await !media.has(file.name) else { return false }
        try await repository.withFile(file) { try await media.restore(file.name, from: $0) }
        return true
    }

    /// False if there is one with this name, or no directory for it.
    private func restore(key: BackupFile, to directory: String?) async throws -> Bool {
        guard let directory else { return false }
        let path = "\(directory)/\(key.name)"
        guard !FileManager.default.fileExists(atPath: path) else { return false }
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try await repository.withFile(key) { source in
            guard let bytes = try OpenFile(reading: source)?.read(upTo: key.size) else {
                throw FileError("open", source)
            }
            try OpenFile(creating: path).write(bytes)
        }
        return true
    }

    /// Restores the rows into an empty database, and brings it up to the schema of this program.
    ///
    /// The rows are kept as a whole or not at all, also if the program is killed. Messages that waited then are not
    /// sent, since most of them were sent after the backup.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - takesOver: True if it is to take the place of the lost installation, and to go on with its backups. The caller
    ///     completes that by `BackupTakeOver` once the database is kept.
    ///   - now: The clock.
    /// - Throws: What `requireReady` throws.
    package func restoreRows(
        to database: any Database,
        takesOver: Bool = false,
        now: @escaping @Sendable () -> Timestamp
    ) async throws {
        try await requireReady(database)
        let known = Migration.embedded.filter { $0.name <= summary.step }
        _ = try await Migrator(database, migrations: known).migrate(now: now)
        let secrets = try await takesOver ? secretsOfHeir() : [:]
        let at = now()
        try await repository.withRows(of: summary) { path in
            try await database.write { [summary, progress] connection in
                guard try connection.isUnused() else { throw BackupFailure.occupied }
                let ending = try connection.openForLoading()
                try connection.removeSeeds()
                let counts = try DatabaseRows.load(path, into: connection) {
                    progress(.rows($0, of: summary.rowCount))
                }
                if let table = summary.tables.keys.sorted().first(where: { counts[$0] != summary.tables[$0] })
                {
                    throw BackupDamage.count(table: table)
                }
                if !ending.isEmpty { try connection.script(ending) }
                try connection.continueNumbers(summary.numbers)
                // With the rows: no server may send what waited.
                try connection.settleRestored(with: secrets, at: at)
            }
        }
        _ = try await Migrator(database).migrate(now: now)
    }

    /// The secrets of an installation that is to take over the place of the backup.
    private func secretsOfHeir() async throws -> [String: [UInt8]] {
        guard let head = try await repository.readHead() else {
            throw BackupFailure.empty(repository.store.place)
        }
        return [
            BackupRunner.secret: repository.random(SHA256.size),
            BackupTakeOver.secret: BackupTakeOver.mark(of: head.installation),
        ]
    }
}

extension Connection {
    /// True if nobody has worked with the database: it has no tables, or only rows that migrations have made.
    fileprivate func isUnused() throws -> Bool {
        let tables = try tables()
        let used: [(table: String, sql: SQL)] = [
            ("staff", "SELECT 1 FROM staff LIMIT 1"), ("audit", "SELECT 1 FROM audit LIMIT 1"),
            ("history", "SELECT 1 FROM history WHERE author <> 'vitrina' LIMIT 1"),
        ]
        return try used.allSatisfy { try tables[$0.table] == nil || rows($0.sql).isEmpty }
    }

    /// Ends what the lost installation had begun; `secrets` are those of one that takes over, else there are none.
    fileprivate func settleRestored(with secrets: [String: [UInt8]], at now: Timestamp) throws {
        let reason = Localized(
            "База восстановлена из копии: сообщение могло уйти раньше.",
            "The database was restored from a backup: the message may have been sent before."
        )
        try send(
            """
            UPDATE outbox SET state = 'failed', ended_at = \(now), last_error = \(reason.kept.text)
            WHERE state = 'waiting'
            """
        )
        try send(
            "UPDATE push_campaigns SET state = 'cancelled', ended_at = \(now) WHERE state = 'running'"
        )
        // Two installations must not remove the backups of one another.
        try send("DELETE FROM secrets WHERE name IN (\(BackupRunner.secret), \(BackupTakeOver.secret))")
        guard !secrets.isEmpty else { return try send("DELETE FROM backups") }
        for (name, bytes) in secrets {
            try send("INSERT INTO secrets (name, bytes) VALUES (\(name), \(bytes))")
        }
    }

    /// Suspends references between rows, and the numbers of tables; returns the script that brings them back.
    fileprivate func openForLoading() throws -> String {
        guard dialect == .postgres else {
            try script("PRAGMA defer_foreign_keys = ON")
            return ""
        }
        var (opening, ending): ([String], [String]) = ([], [])
        let references = try rows(
            """
            SELECT quote_ident(t.relname) AS name, quote_ident(c.conname) AS reference,
                pg_get_constraintdef(c.oid) AS definition
            FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
            WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2
            """
        )
        for row in references {
            let (table, name): (String, String) = (try row.get("name"), try row.get("reference"))
            opening.append("ALTER TABLE \(table) DROP CONSTRAINT \(name);")
            ending.append(
                "ALTER TABLE \(table) ADD CONSTRAINT \(name) \(try row.get("definition", as: String.self));"
            )
        }
        for (table, column) in try numberedColumns() {
            let column: SQL = "ALTER TABLE \(name: table) ALTER COLUMN \(name: column) SET GENERATED"
            opening.append("\(column.text) BY DEFAULT;")
            ending.append("\(column.text) ALWAYS;")
        }
        try script(opening.joined(separator: "\n"))
        return ending.joined(separator: "\n")
    }

    private func numberedColumns() throws -> [(table: String, column: String)] {
        try rows(
            """
            SELECT table_name::text, column_name::text FROM information_schema.columns
            WHERE table_schema = current_schema() AND identity_generation = 'ALWAYS'
            """
        ).map { (try $0.get("table_name"), try $0.get("column_name")) }
    }

    /// Removes what migrations have inserted: the backup has it, as it was changed since.
    fileprivate func removeSeeds() throws {
        let tables = try DatabaseRows.tables(on: self).map(\.name)
        guard tables.contains("history") else { return }
        let isGuarded = try self.tables()["history_passes"] != nil
        if isGuarded { try send("INSERT INTO history_passes (before) VALUES (\(Timestamp.latest))") }
        for table in tables where try !rows("SELECT 1 FROM \(name: table) LIMIT 1").isEmpty {
            try send("DELETE FROM \(name: table)")
        }
        if isGuarded { try send("DELETE FROM history_passes") }
    }

    /// Lets each table go on after the last number that it has given, and after those of its rows.
    fileprivate func continueNumbers(_ numbers: [String: Int64]) throws {
        switch dialect {
        case .sqlite:
            for (table, last) in numbers.sorted(by: { $0.key < $1.key }) {
                try send(
                    """
                    INSERT INTO sqlite_sequence (name, seq) SELECT \(table), 0 WHERE EXISTS (
                        SELECT 1 FROM sqlite_master WHERE name = \(table) AND sql LIKE '%AUTOINCREMENT%'
                    ) AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(table))
                    """
                )
                try send("UPDATE sqlite_sequence SET seq = max(seq, \(last)) WHERE name = \(table)")
            }
        case .postgres:
            for (table, column) in try rows(
                """
                SELECT table_name::text, column_name::text FROM information_schema.columns
                WHERE table_schema = current_schema() AND is_identity = 'YES'
                """
            ).map({ (try $0.get("table_name", as: String.self), try $0.get("column_name", as: String.self)) })
            {
                let last = numbers[table] ?? 0
                let present = try rows("SELECT max(\(name: column)) AS last FROM \(name: table)").first
                let next = max(last, try present?.get("last", as: Int64?.self) ?? 0)
                guard next > 0 else { continue }
                _ = try rows(
                    """
                    SELECT setval(pg_get_serial_sequence(\(table), \(column)), \(next)) AS last
                    """
                )
            }
        }
    }
}
