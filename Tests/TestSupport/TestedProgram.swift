import Foundation
import Storage

/// The program that the tests start.
package enum TestedProgram {
    /// The file in `VITRINA_PROGRAM`, which `scripts/test` sets to the release build; else the debug build.
    package static var file: URL {
        get throws {
            if let path = ProcessInfo.processInfo.environment["VITRINA_PROGRAM"] {
                return URL(filePath: path)
            }
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: tests).deletingLastPathComponent().appending(path: "vitrina")
        }
    }

    /// The database of an installation of it: PostgreSQL if there is a URL, else the file in the folder.
    package static func database(_ postgres: String?, in folder: String) throws -> any Database {
        if let postgres { return PostgresDatabase(PostgresSettings(url: postgres, sessions: 1)) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try SQLiteDatabase(path: folder + "/vitrina.db")
    }
}
