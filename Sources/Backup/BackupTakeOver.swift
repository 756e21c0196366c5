import Core
import Storage

/// The mark of a restore that is to take the place of a lost installation, until it has done so.
///
/// It is written with the rows, and the place is taken over once these are kept. If the program ends in between, the next
/// backup does it, or a server that starts. The mark names the lost installation, so the place of another one is left alone,
/// and so is one that a third installation has taken over meanwhile.
package struct BackupTakeOver: Sendable {
    /// The name of the mark among the secrets, which have the size of a digest, too.
    static let secret = "backups-take-over"

    private let database: any Database

    package init(database: any Database) {
        self.database = database
    }

    static func mark(of installation: String) -> [UInt8] { SHA256.digest(installation.utf8) }

    /// True if the place is still to be taken over.
    package func isPending() async throws -> Bool {
        try await database.read { connection in
            try !connection.rows("SELECT name FROM secrets WHERE name = \(Self.secret)").isEmpty
        }
    }

    /// Takes a place over, if it is the one that the restore has marked.
    ///
    /// - Parameter repository: The place, opened to be read.
    /// - Returns: True if it is that of this installation now.
    /// - Throws: The failure of the store or of the database.
    package func complete(in repository: BackupRepository) async throws -> Bool {
        let secrets: [String: [UInt8]] = try await database.read { connection in
            let rows = try connection.rows(
                "SELECT name, bytes FROM secrets WHERE name IN (\(BackupRunner.secret), \(Self.secret))"
            )
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    (try row.get("name", as: String.self), try row.get("bytes", as: [UInt8].self))
                }
            )
        }
        guard let mark = secrets[Self.secret], let own = secrets[BackupRunner.secret].map({ SHA256.hex($0) }),
            let owner = try await repository.readHead()?.installation
        else { return false }
        if owner != own {
            guard Self.mark(of: owner) == mark else { return false }
            try await repository.takeOver(by: own)
        }
        try await forget()
        return true
    }

    /// Removes the mark: the backups of this installation have their place.
    func forget() async throws {
        try await database.write { try $0.send("DELETE FROM secrets WHERE name = \(Self.secret)") }
    }
}
