import Foundation
import Storage
import TestSupport
import Testing

/// The permissions of the database files: only their owner can read them.
struct SQLiteFileTests {
    @Test(arguments: [false, true])
    func `the files of a database are for their owner alone`(wereOpen: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/test.db"
            let files = ["", "-wal", "-shm"].map { path + $0 }
            if wereOpen {
                // The permissions that an earlier version of the program set.
                let before = try SQLiteDatabase(path: path)
                try await before.write { try $0.script("CREATE TABLE things (id TEXT) STRICT") }
                try await before.close()
                for file in files {
                    if !FileManager.default.fileExists(atPath: file) {
                        try Data().write(to: URL(filePath: file))
                    }
                    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
                }
            }

            let database = try SQLiteDatabase(path: path)
            try await database.write { try $0.script("CREATE TABLE others (id TEXT) STRICT") }

            for file in files {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
            try await database.close()
        }
    }
}
