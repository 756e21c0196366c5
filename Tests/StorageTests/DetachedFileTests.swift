import Foundation
import Storage
import TestSupport
import Testing

/// An SQLite file that is removed while the program runs.
struct DetachedFileTests {
    enum Loss: CaseIterable, Sendable {
        case moved, deleted, replaced, logDeleted
    }

    @Test(arguments: Loss.allCases)
    func `nothing is acknowledged that would be lost with the file`(loss: Loss) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/test.db"
            let database = try SQLiteDatabase(path: path)
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            try await database.write { try $0.script("INSERT INTO t VALUES (1)") }
            try database.requireAttached()
            // A server has read before; a connection that is not yet open finds no file.
            _ = try await database.read { try $0.rows("SELECT id FROM t").count }

            try Self.cause(loss, path)

            #expect(throws: StorageError.self) { try database.requireAttached() }
            let error = await #expect(throws: StorageError.self) {
                try await database.write { try $0.script("INSERT INTO t VALUES (2)") }
            }
            let isTold = if case .detached? = error { true } else { false }
            #expect(isTold)
            // Open data can still be read.
            let count = try await database.read { try $0.rows("SELECT id FROM t").count }
            #expect(count == 1)
            try await database.close()
        }
    }

    @Test func `a file that is put back takes writes again`() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/test.db"
            let database = try SQLiteDatabase(path: path)
            try await database.write { try $0.script("CREATE TABLE t (id INTEGER)") }
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            await #expect(throws: StorageError.self) {
                try await database.write { try $0.script("INSERT INTO t VALUES (1)") }
            }

            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)

            try await database.write { try $0.script("INSERT INTO t VALUES (2)") }
            let count = try await database.read { try $0.rows("SELECT id FROM t").count }
            #expect(count == 1)
            try await database.close()
        }
    }

    private static func cause(_ loss: Loss, _ path: String) throws {
        let files = FileManager.default
        switch loss {
        case .moved: try files.moveItem(atPath: path, toPath: path + ".away")
        case .deleted: try files.removeItem(atPath: path)
        case .replaced:
            try files.copyItem(atPath: path, toPath: path + ".copy")
            guard rename(path + ".copy", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        case .logDeleted: try files.removeItem(atPath: path + "-wal")
        }
    }
}
