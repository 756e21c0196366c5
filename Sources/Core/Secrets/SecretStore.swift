import Storage

/// The signing secrets of this installation, shared by all servers on a database.
package final class SecretStore: Sendable {
    private let database: any Database
    private let random: RandomBytes
    private let known = Locked([String: [UInt8]]())

    package init(database: any Database, random: RandomBytes) {
        self.database = database
        self.random = random
    }

    /// The secret with this name, created on first use; the database is queried once.
    package func secret(_ name: String) async throws -> [UInt8] {
        if let secret = known.value[name] { return secret }
        let fresh = random(SHA256.size)
        let secret = try await database.write { connection in
            try connection.send(
                "INSERT INTO secrets (name, bytes) VALUES (\(name), \(fresh)) ON CONFLICT (name) DO NOTHING"
            )
            return try connection.rows("SELECT bytes FROM secrets WHERE name = \(name)").first?
                .get("bytes", as: [UInt8].self)
        }
        guard let secret else { throw StorageError.column("bytes", "holds no secret") }
        known.update { $0[name] = secret }
        return secret
    }
}
