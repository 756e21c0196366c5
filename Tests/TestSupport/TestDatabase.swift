import Foundation
import Storage
import Testing

/// The databases that every contract is tested on.
package enum TestDatabase: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    /// SQLite always, and PostgreSQL if `VITRINA_TEST_POSTGRES` has its URL.
    package static var all: [TestDatabase] {
        postgresURL == nil ? [.sqlite] : allCases
    }

    package static var postgresURL: String? {
        ProcessInfo.processInfo.environment["VITRINA_TEST_POSTGRES"]
    }

    package var testDescription: String { rawValue }
}

/// Runs `body` on a separate empty database, and deletes it afterwards.
package func withDatabase(
    _ kind: TestDatabase,
    _ body: @Sendable (any Database) async throws -> Void
) async throws {
    switch kind {
    case .sqlite:
        try await withTemporaryDirectory { directory in
            let database = try SQLiteDatabase(path: directory + "/test.db", waitMax: .seconds(60))
            try await database.closing { try await body(database) }
        }
    case .postgres:
        let url = TestDatabase.postgresURL ?? ""
        let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        let database = PostgresDatabase(.patient(url, schema: schema))
        try await database.closing {
            do {
                try await body(database)
            } catch {
                try await drop(schema, database)
                throw error
            }
            try await drop(schema, database)
        }
    }
}

/// Runs `body` on a separate database with every migration of the program.
package func withMigratedDatabase(
    _ kind: TestDatabase,
    _ body: @Sendable (any Database) async throws -> Void
) async throws {
    switch kind {
    case .sqlite:
        try await withTemporaryDirectory { directory in
            let path = directory + "/test.db"
            try await MigratedFile.shared.copy(to: path)
            let database = try SQLiteDatabase(path: path, waitMax: .seconds(60))
            try await database.closing { try await body(database) }
        }
    case .postgres:
        try await PostgresTemplate.withCopy { url in
            let database = PostgresDatabase(.patient(url))
            try await database.closing { try await body(database) }
        }
    }
}

extension PostgresSettings {
    /// Hundreds of tests share two processors, so that a session, a lock or a statement may take long.
    fileprivate static func patient(_ url: String, schema: String? = nil) -> PostgresSettings {
        var settings = PostgresSettings(url: url, schema: schema, sessions: 5, waitMax: .seconds(60))
        settings.lockTimeout = .seconds(120)
        settings.statementTimeout = .seconds(180)
        settings.appStatementTimeout = .seconds(180)
        settings.staffStatementTimeout = .seconds(180)
        settings.appCallMax = .seconds(240)
        return settings
    }
}

package func withTemporaryDirectory(_ body: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "vitrina-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
}

private func drop(_ schema: String, _ database: any Database) async throws {
    _ = try await database.write { try $0.execute("DROP SCHEMA \(name: schema) CASCADE") }
}
