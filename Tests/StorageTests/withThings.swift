import Storage
import TestSupport
import Testing

/// A database with a table that has a column of every kind, and one that refers to it.
func withThings(
    _ kind: TestDatabase,
    _ body: @Sendable (any Database) async throws -> Void
) async throws {
    try await withDatabase(kind) { database in
        try await database.write { connection in
            try connection.script(connection.dialect == .sqlite ? sqliteThings : postgresThings)
        }
        try await body(database)
    }
}

private let sqliteThings = """
    CREATE TABLE things (
        id TEXT PRIMARY KEY, app TEXT, slug TEXT, number INTEGER CHECK (number <> 13), ratio REAL, is_on INTEGER,
        data BLOB, at INTEGER, json TEXT, uuid TEXT, day TEXT, must TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE UNIQUE INDEX things_slug ON things (app, slug);
    CREATE TABLE parts (id INTEGER PRIMARY KEY, thing TEXT NOT NULL REFERENCES things (id)) STRICT;
    """

private let postgresThings = """
    CREATE TABLE things (
        id text PRIMARY KEY, app text, slug text, number bigint CHECK (number <> 13), ratio double precision,
        is_on boolean, data bytea, at timestamptz, json jsonb, uuid uuid, day date, must text NOT NULL DEFAULT ''
    );
    CREATE UNIQUE INDEX things_slug ON things (app, slug);
    CREATE TABLE parts (id bigint PRIMARY KEY, thing text NOT NULL REFERENCES things (id));
    """

extension Database {
    /// The identifiers of all things, in order.
    func things() async throws -> [String] {
        try await read { try $0.rows("SELECT id FROM things ORDER BY id").map { try $0.get("id") } }
    }

    func add(_ id: String) async throws {
        try await write { connection in
            _ = try connection.execute("INSERT INTO things (id) VALUES (\(id))")
        }
    }
}

/// The fault with which `body` fails.
func fault(_ body: () async throws -> Void) async throws -> StorageError {
    try #require(await #expect(throws: StorageError.self) { try await body() })
}

extension StorageError {
    var isBusy: Bool { if case .busy = self { true } else { false } }
    var isUnreachable: Bool { if case .unreachable(_, mayBeKept: false) = self { true } else { false } }
    var mayBeKept: Bool { if case .unreachable(_, mayBeKept: true) = self { true } else { false } }
    var isFull: Bool { if case .full = self { true } else { false } }
    var isReadOnly: Bool { if case .readOnly = self { true } else { false } }
    var isMigration: Bool { if case .migration = self { true } else { false } }
}
