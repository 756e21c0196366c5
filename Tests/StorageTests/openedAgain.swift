import Storage
import TestSupport

/// The same database as another server opens it; `body` may close it.
func openedAgain(
    _ database: any Database,
    _ body: @Sendable (any Database) async throws -> Void
) async throws {
    let other: any Database
    switch database.dialect {
    case .sqlite:
        let path = try await text("SELECT file AS text FROM pragma_database_list", of: database)
        other = try SQLiteDatabase(path: path)
    case .postgres:
        let schema = try await text("SELECT current_schema()::text AS text", of: database)
        let url = TestDatabase.postgresURL ?? ""
        other = PostgresDatabase(PostgresSettings(url: url, schema: schema, sessions: 4))
    }
    try await other.closing { try await body(other) }
}

private func text(_ sql: SQL, of database: any Database) async throws -> String {
    try await database.read { try $0.rows(sql)[0].get("text") }
}
