import Foundation
import Storage

/// An empty SQLite database with every migration, created once and copied for each test.
package actor MigratedFile {
    package static let shared = MigratedFile()

    private var bytes: Data?

    package func copy(to path: String) async throws {
        // Two concurrent calls both create one, which is harmless.
        let bytes = if let bytes { bytes } else { try await Self.made() }
        self.bytes = bytes
        try bytes.write(to: URL(filePath: path))
    }

    private static func made() async throws -> Data {
        let path = NSTemporaryDirectory() + "vitrina-\(UUID().uuidString).db"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try SQLiteDatabase(path: path)
        try await database.migrateEmpty()
        // Closing the database moves the WAL into the file.
        try await database.close()
        return try Data(contentsOf: URL(filePath: path))
    }
}
