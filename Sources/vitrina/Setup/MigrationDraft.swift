import Apps
import Core
import FoundationEssentials
import Storage

/// The declared tables and columns that no migration creates yet.
struct MigrationDraft: Sendable {
    private let tables: [ContentType]
    private let columns: [(type: ContentType, columns: [ContentType.Column])]

    var isEmpty: Bool { tables.isEmpty && columns.isEmpty }

    init(types: [ContentType], schema: [String: [String]]) {
        tables = types.filter { schema[$0.name] == nil }
        columns = types.compactMap { type in
            guard let known = schema[type.name] else { return nil }
            let missing = type.columns.filter { !known.contains($0.name) }
            return missing.isEmpty ? nil : (type, missing)
        }
    }

    /// Compares the catalogue with an empty database after all migrations.
    static func compared() async throws -> MigrationDraft {
        let directory = FileManager.default.temporaryDirectory.appending(path: "vitrina-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let database = try SQLiteDatabase(path: directory.appending(path: "draft.db").path)
        _ = try await Migrator(database).migrate { .current }
        let types = Catalog.types.map { $0.type }
        let schema = try await database.read { connection in try connection.tables() }
        try await database.close()
        return MigrationDraft(types: types, schema: schema)
    }

    func sql(for dialect: Dialect) -> String {
        let changes = columns.flatMap { type, columns in columns.map { change(of: type, $0, dialect) } }
        return (tables.map { $0.createTable(for: dialect) } + changes).joined(separator: "\n")
    }

    /// Returns the SQL for a column; one added to a table with rows cannot be NOT NULL or, in SQLite, UNIQUE.
    private func change(of type: ContentType, _ column: ContentType.Column, _ dialect: Dialect) -> String {
        let declared = dialect == .sqlite ? column.sqlite : column.postgres
        let bare = declared.replacing(" NOT NULL", with: "").replacing(" UNIQUE", with: "")
        var sql = ""
        if declared.contains(" NOT NULL") {
            sql += "-- Declared as mandatory: fill the rows that are there before it is NOT NULL.\n"
        }
        sql += "ALTER TABLE \"\(type.name)\" ADD COLUMN \"\(column.name)\" \(bare);\n"
        if declared.contains(" UNIQUE") {
            sql +=
                "CREATE UNIQUE INDEX \(type.name)_by_\(column.name) ON \"\(type.name)\" (\"\(column.name)\");\n"
        }
        if let index = type.field(column.name).flatMap(type.index) { sql += index }
        return sql
    }

    /// Writes a file for each dialect under the next number; returns their paths.
    func write(name: String, into directory: String) throws -> [String] {
        let files = try Dialect.allCases.flatMap { dialect in
            try FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(dialect.rawValue)")
        }
        let number = (files.compactMap { Int($0.prefix(4)) }.max() ?? 0) + 1
        let digits = String(number)
        let prefix = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return try Dialect.allCases.map { dialect in
            let path = "\(directory)/\(dialect.rawValue)/\(prefix)_\(name).sql"
            // A draft only adds tables and columns that may be empty.
            let text = Migration.expandingLine + sql(for: dialect)
            try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
            return path
        }
    }
}
