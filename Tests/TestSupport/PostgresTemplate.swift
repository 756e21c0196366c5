import CLibPQ
import Core
import Foundation
import Storage

/// An empty PostgreSQL database with every migration, created once per server and copied for each test.
///
/// Migrating and dropping a database takes seven times as long as copying a whole one.
package enum PostgresTemplate {
    private static let maker = SingleFlight()
    private static let isMade = Locked(false)

    /// Runs `body` with the URL of a copy, or of an empty database, and drops it afterwards.
    package static func withCopy(
        isMigrated: Bool = true,
        _ body: (_ url: String) async throws -> Void
    ) async throws {
        if isMigrated { try await make() }
        let copy = name()
        // Copied as files: half the time of the way through the log, if the server does not wait for the disk.
        let source = isMigrated ? " TEMPLATE \(template) STRATEGY FILE_COPY" : ""
        try await run("CREATE DATABASE \(copy)\(source)")
        do {
            try await body(url(of: copy))
        } catch {
            _ = try? await run("DROP DATABASE \(copy) WITH (FORCE)")
            throw error
        }
        try await run("DROP DATABASE \(copy) WITH (FORCE)")
    }

    /// The URL of another database of the tests' server.
    package static func url(of database: String) -> String {
        var parts = URLComponents(string: TestDatabase.postgresURL ?? "") ?? URLComponents()
        parts.path = "/\(database)"
        return parts.string ?? ""
    }

    /// The name of the template; other migrations give another name.
    private static let template: String = {
        let text = Migration.embedded.filter { $0.dialect == .postgres }.map { $0.name + $0.sql }.joined()
        return "vitrina_template_" + SHA256.hex(text.utf8).prefix(32)
    }()

    private static func name() -> String {
        "vitrina_test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    }

    private static func make() async throws {
        guard !isMade.value else { return }
        try await maker.run {
            guard !isMade.value else { return }
            if try await !exists() { try await makeAnew() }
            isMade.update { $0 = true }
        }
    }

    /// Creates the template under a temporary name first, so that an incomplete one is never used.
    private static func makeAnew() async throws {
        let draft = name()
        try await run("CREATE DATABASE \(draft)")
        let database = PostgresDatabase(PostgresSettings(url: url(of: draft), sessions: 1))
        try await database.migrateEmpty()
        try await database.close()
        do {
            try await run("ALTER DATABASE \(draft) RENAME TO \(template)")
        } catch {
            _ = try? await run("DROP DATABASE \(draft)")
            guard try await exists() else { throw error }
        }
    }

    private static func exists() async throws -> Bool {
        try await run("SELECT 'yes' FROM pg_database WHERE datname = '\(template)'") == "yes"
    }

    /// Runs a statement outside a transaction, as `CREATE DATABASE` requires; returns the first value.
    ///
    /// It uses libpq: psql would be a new process each time, and on Debian it is a script.
    @discardableResult
    private static func run(_ statement: String) async throws -> String? {
        let url = TestDatabase.postgresURL ?? ""
        return try await onThread {
            let connection = PQconnectdb(url)
            defer { PQfinish(connection) }
            let result = PQexec(connection, statement)
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
                throw StorageError.other(String(cString: PQerrorMessage(connection)))
            }
            return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : nil
        }
    }
}
