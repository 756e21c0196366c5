import Storage

extension Migration {
    /// The migrations that add entries.
    static let contents: Set = ["0023_mod_categories"]
}

extension Database {
    /// Applies every migration and removes the entries that migrations add, so that a test starts empty.
    func migrateEmpty() async throws {
        _ = try await Migrator(self).migrate { Timestamp.earliest }
        try await write { connection in
            try connection.execute("DELETE FROM revisions WHERE type IN (SELECT type FROM contents)")
            try connection.execute("INSERT INTO history_passes (before) VALUES (\(Timestamp.latest))")
            try connection.execute("DELETE FROM history")
            try connection.execute("DELETE FROM history_passes")
            try connection.execute("DELETE FROM contents")
            // The first entry of a test starts the history at 1.
            switch connection.dialect {
            case .sqlite: try connection.execute("DELETE FROM sqlite_sequence WHERE name = 'history'")
            case .postgres: try connection.script("ALTER TABLE history ALTER COLUMN id RESTART")
            }
        }
    }
}
